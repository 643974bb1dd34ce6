/// What became of the user name and password that came with the address of a known feed.
package enum CredentialsUse: String, Sendable, Hashable, Encodable {
    /// It had none, or such that were refused, and is asked with these from now on.
    case taken
    /// It keeps the others that it has, or is at another server now.
    case left
}
