extension String {
    /// The text in a message: a pair of quotes if it is empty, because nobody would see what the message is about.
    package var inMessage: String { isEmpty ? "\"\"" : self }
}
