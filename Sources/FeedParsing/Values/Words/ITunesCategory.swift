/// The categories of Apple's directory and how they are spelt.
enum ITunesCategory {
    /// Apple's spelling of a category, or the text itself when it is none of Apple's.
    static func spelling(of text: String) -> String {
        let key = key(text)
        return spellings[key] ?? text
    }

    /// Lower case, with "&" for "and": the differences between generators.
    private static func key(_ text: String) -> String {
        text.lowercased().split(separator: " ").map { $0 == "and" ? "&" : $0 }.joined(separator: " ")
    }

    private static let spellings: [String: String] = {
        var spellings: [String: String] = [:]
        for name in names { spellings[key(name)] = name }
        return spellings
    }()

    // The last three lines are categories Apple has retired; feeds still carry them.
    private static let names = [
        "Arts", "Books", "Design", "Fashion & Beauty", "Food", "Performing Arts", "Visual Arts", "Business", "Careers",
        "Entrepreneurship", "Investing", "Management", "Marketing", "Non-Profit", "Comedy", "Comedy Interviews",
        "Improv",
        "Stand-Up", "Education", "Courses", "How To", "Language Learning", "Self-Improvement", "Fiction",
        "Comedy Fiction",
        "Drama", "Science Fiction", "Government", "Health & Fitness", "Alternative Health", "Fitness", "Medicine",
        "Mental Health", "Nutrition", "Sexuality", "History", "Kids & Family", "Education for Kids", "Parenting",
        "Pets & Animals", "Stories for Kids", "Leisure", "Animation & Manga", "Automotive", "Aviation", "Crafts",
        "Games",
        "Hobbies", "Home & Garden", "Video Games", "Music", "Music Commentary", "Music History", "Music Interviews",
        "News",
        "Business News", "Daily News", "Entertainment News", "News Commentary", "Politics", "Sports News", "Tech News",
        "Religion & Spirituality", "Buddhism", "Christianity", "Hinduism", "Islam", "Judaism", "Religion",
        "Spirituality",
        "Science", "Astronomy", "Chemistry", "Earth Sciences", "Life Sciences", "Mathematics", "Natural Sciences",
        "Nature",
        "Physics", "Social Sciences", "Society & Culture", "Documentary", "Personal Journals", "Philosophy",
        "Places & Travel", "Relationships", "Sports", "Baseball", "Basketball", "Cricket", "Fantasy Sports", "Football",
        "Golf", "Hockey", "Rugby", "Running", "Soccer", "Swimming", "Tennis", "Volleyball", "Wilderness", "Wrestling",
        "Technology", "True Crime", "TV & Film", "After Shows", "Film History", "Film Interviews", "Film Reviews",
        "TV Reviews",
        "Games & Hobbies", "Other Games", "Government & Organizations", "Local", "National", "Regional", "Health",
        "Self-Help", "Gadgets", "Podcasting", "Software How-To", "Sports & Recreation", "Amateur",
        "College & High School",
        "Outdoor", "Professional", "Science & Medicine", "Social Sciences", "News & Politics", "K-12",
        "Higher Education",
    ]
}
