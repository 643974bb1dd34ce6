/// Keys by which feeds on the move and deleted episodes are recognised.
enum SchemaV5 {
    static let sql = [pendingMoveKey, tombstonePage].joined(separator: "\n")

    /// A feed that is seen to move is found by the address that it moves to, in any spelling (http polling A4 46g).
    ///
    /// What is stored already gets the key that ``NewSubscription/dedupKey(of:)`` makes of such an address.
    private static let pendingMoveKey = """
        ALTER TABLE subscription ADD COLUMN pendingMoveKey TEXT
          CHECK (pendingMoveKey IS NULL OR pendingMoveURL IS NOT NULL);
        UPDATE subscription SET pendingMoveKey = substr(pendingMoveURL, instr(pendingMoveURL, '://') + 3)
          WHERE pendingMoveURL IS NOT NULL;
        UPDATE subscription SET pendingMoveKey = substr(pendingMoveKey, 5) WHERE pendingMoveKey GLOB 'www.*';
        UPDATE subscription SET pendingMoveKey = rtrim(pendingMoveKey, '/') WHERE pendingMoveKey IS NOT NULL;
        CREATE INDEX subscriptionByPendingMove ON subscription (pendingMoveKey) WHERE pendingMoveKey IS NOT NULL;
        """
}
