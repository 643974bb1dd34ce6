import Hummingbird

/// The page for people, and the description of the interface for programs.
struct PageRoutes {
    func add(to router: Router<StatusContext>) {
        router.get("/") { _, _ in Self.file(PackageResources.index_html, "text/html; charset=utf-8") }
        router.get("page.css") { _, _ in Self.file(PackageResources.page_css, "text/css; charset=utf-8") }
        router.get("page.js") { _, _ in Self.file(PackageResources.page_js, "text/javascript; charset=utf-8") }
        router.answer(.get, "v1/openapi.json") { _, _, _ in Self.file(PackageResources.openapi_json, "application/json")
        }
    }

    private static func file(_ bytes: [UInt8], _ type: String) -> Response {
        Response(status: .ok, headers: [.contentType: type], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
