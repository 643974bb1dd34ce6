import Hummingbird
import PodcastModel

/// Answers in the forms the routes have in common.
enum Answer {
    /// A document in JSON, with secrets masked.
    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        json(try JSONValue(encoding: value), status: status)
    }

    /// The same of a value that is JSON already.
    static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Response {
        text(SecretMask.masking(value).text + "\n", type: "application/json", status: status)
    }

    static func text(_ text: String, type: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [.contentType: type],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text))
        )
    }

    /// A page of a list, and the cursor of the next one.
    static func page(_ items: [JSONValue], next: String?) -> Response {
        json(.object([.init("items", .array(items)), .init("next", next.map(JSONValue.string) ?? .null)]))
    }
}
