/// Where a podcast is discussed as a whole (podcast:socialInteract of a channel) gets a column.
enum SchemaV6 {
    static let sql = """
        ALTER TABLE podcast ADD COLUMN socialInteractions TEXT
          CHECK (socialInteractions IS NULL OR json_valid(socialInteractions));
        """
}
