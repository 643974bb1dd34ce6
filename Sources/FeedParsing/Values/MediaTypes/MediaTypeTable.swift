/// File extensions and the media types they stand for, and the wrong spellings of types found in feeds.
enum MediaTypeTable {
    static func type(forExtension name: String) -> String? {
        extensions[name]
    }

    /// The registered or customary spelling of a type that is known under wrong ones, such as "audio/mp3" or "mp3".
    static func usualSpelling(of type: String) -> String? {
        spellings[type]
    }

    /// What files that can hold nothing but sound are, whatever else is said of them.
    static let onlyAudio: Set<String> = ["audio/mpeg", "audio/x-m4a", "audio/x-m4b"]

    /// The types of applications that are played, or lead to what is.
    static let played: Set<String> = [
        "application/ogg", "application/x-ogg", "application/mp4", "application/mxf", "application/annodex",
        "application/vnd.rn-realmedia", "application/x-mpegurl", "application/vnd.apple.mpegurl",
        "application/dash+xml", "application/x-bittorrent",
    ]

    private static let extensions: [String: String] = [
        // Audio
        "mp3": "audio/mpeg", "mp2": "audio/mpeg", "mpga": "audio/mpeg", "m4a": "audio/x-m4a", "m4b": "audio/x-m4b",
        "m4r": "audio/x-m4a", "aac": "audio/aac", "adts": "audio/aac", "ogg": "audio/ogg", "oga": "audio/ogg",
        "spx": "audio/ogg", "opus": "audio/opus", "flac": "audio/flac", "wav": "audio/wav", "wave": "audio/wav",
        "aif": "audio/aiff", "aiff": "audio/aiff", "aifc": "audio/aiff", "wma": "audio/x-ms-wma", "weba": "audio/webm",
        "mka": "audio/x-matroska", "ac3": "audio/ac3", "amr": "audio/amr", "au": "audio/basic", "mid": "audio/midi",
        "midi": "audio/midi", "ra": "audio/x-realaudio", "ape": "audio/x-ape", "caf": "audio/x-caf",
        // Video
        "mp4": "video/mp4", "m4v": "video/x-m4v", "mov": "video/quicktime", "qt": "video/quicktime",
        "webm": "video/webm",
        "ogv": "video/ogg", "mkv": "video/x-matroska", "avi": "video/x-msvideo", "wmv": "video/x-ms-wmv",
        "asf": "video/x-ms-asf", "flv": "video/x-flv", "f4v": "video/mp4", "mpg": "video/mpeg", "mpeg": "video/mpeg",
        "mpe": "video/mpeg", "m2v": "video/mpeg", "ts": "video/mp2t", "m2ts": "video/mp2t", "3gp": "video/3gpp",
        "3g2": "video/3gpp2", "rm": "application/vnd.rn-realmedia",
        // Streams
        "m3u8": "application/x-mpegurl", "m3u": "audio/x-mpegurl", "pls": "audio/x-scpls",
        "mpd": "application/dash+xml",
        // Images
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "jpe": "image/jpeg", "png": "image/png", "gif": "image/gif",
        "webp": "image/webp", "avif": "image/avif", "heic": "image/heic", "svg": "image/svg+xml", "bmp": "image/bmp",
        "tif": "image/tiff", "tiff": "image/tiff", "ico": "image/x-icon",
        // Documents, transcripts, chapters
        "pdf": "application/pdf", "epub": "application/epub+zip", "zip": "application/zip", "txt": "text/plain",
        "htm": "text/html", "html": "text/html", "srt": "application/x-subrip", "vtt": "text/vtt",
        "json": "application/json", "xml": "application/xml", "doc": "application/msword", "rtf": "application/rtf",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "ppt": "application/vnd.ms-powerpoint", "torrent": "application/x-bittorrent",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    ]

    /// Spellings that no standard and no browser knows.
    ///
    /// Accepted variants such as "audio/x-wav" stay as published.
    private static let spellings: [String: String] = [
        "mp3": "audio/mpeg", "mpeg": "audio/mpeg", "audio": "audio/mpeg", "audio/mp3": "audio/mpeg",
        "audio/x-mp3": "audio/mpeg", "x-audio/mp3": "audio/mpeg", "audio/mpeg3": "audio/mpeg",
        "audio/x-mpeg": "audio/mpeg", "audio/x-mpeg-3": "audio/mpeg", "audio/x-mpeg3": "audio/mpeg",
        "audio/mpg": "audio/mpeg", "audio/x-mpg": "audio/mpeg", "audio/mpeg-3": "audio/mpeg",
        "audio/mpegaudio": "audio/mpeg", "audio/x-mpegaudio": "audio/mpeg", "application/mp3": "audio/mpeg",
        "application/x-mp3": "audio/mpeg", "audio/.mp3": "audio/mpeg", "audio/mp3 audio/mpeg": "audio/mpeg",
        "m4a": "audio/x-m4a", "audio/m4a": "audio/x-m4a", "mp4": "video/mp4", "m4v": "video/x-m4v",
        "video/m4v": "video/x-m4v", "video/x-mp4": "video/mp4", "video/mov": "video/quicktime",
        "video/quick": "video/quicktime", "video/x-quicktime": "video/quicktime", "ogg": "audio/ogg",
        "video/wmv": "video/x-ms-wmv", "audio/wma": "audio/x-ms-wma", "video/avi": "video/x-msvideo",
        "image/jpg": "image/jpeg", "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif",
    ]
}
