/// An address that the policy forbade.
struct AddressDenial: Hashable {
    let address: IPAddress
    let rule: String
}

/// Why we ended a transfer ourselves.
enum TransferStop: Hashable {
    case tooLarge(SizeLimit)
    case controlCharacter(HeaderField)
    case media(String)
    case idle(hasResponse: Bool)
    case addressDenied(AddressDenial)
    /// The server dropped the request, and its repetition too.
    case notTaken
    /// Where the body ends cannot be known.
    case unclearLength
    /// The body is coded for its way, which was not asked for.
    case codedForTransfer
    /// The rest of an error page or of a redirect's body: not an error.
    case unwantedBody

    /// Whether it says something of the body alone, once the head is whole.
    var isOfTheBody: Bool {
        switch self {
        case .idle, .unwantedBody: true
        case .tooLarge, .controlCharacter, .media, .addressDenied, .notTaken, .unclearLength, .codedForTransfer: false
        }
    }
}
