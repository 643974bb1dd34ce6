import Testing

@testable import ImporterApp

struct AuthorityFileTests {
    private static let body = """
        MIIBbzCCARWgAwIBAgIUaObA6e9o8TgG8P20nGW6/y43MLwwCgYIKoZIzj0EAwIw
        DDEKMAgGA1UEAwwBYTAgFw0yNjExMjIwODU3NDdaGA8yMTI2MTAyOTA4NTc0N1ow
        """

    private static func pem(_ label: String, _ body: String = body) -> String {
        "-----BEGIN \(label)-----\n\(body)\n-----END \(label)-----\n"
    }

    @Test func oneCertificateAmongOtherThingsIsEnough() {
        for text in [
            Self.pem("CERTIFICATE"), Self.pem("TRUSTED CERTIFICATE"),
            "the authority of the house\r\n" + Self.pem("PRIVATE KEY")
                + Self.pem("CERTIFICATE").split(separator: "\n").joined(separator: "\r\n"),
        ] {
            #expect(AuthorityFile.holdsCertificate(text))
        }
    }

    @Test func keysTextsAndBrokenCertificatesAreNone() {
        for text in [
            "", "certificates", Self.pem("PRIVATE KEY"), Self.pem("CERTIFICATE REQUEST"), Self.pem("CERTIFICATE", ""),
            Self.pem("CERTIFICATE", "no base64!"), Self.pem("CERTIFICATE", "AAAA"),
            "-----BEGIN CERTIFICATE-----\n" + Self.body,
        ] {
            #expect(!AuthorityFile.holdsCertificate(text), "\(text)")
        }
    }
}
