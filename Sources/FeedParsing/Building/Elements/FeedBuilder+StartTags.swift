internal import CLibXML2

extension FeedBuilder {
    /// Handles a start tag.
    ///
    /// It comes once an element: its steps are inlined, and none of them allocates.
    mutating func startElement(_ tag: XMLStartTag) {
        if exceedsLimit(tag) { return }
        var name = name(of: tag)
        if names.learnedCount > configuration.maximumNames {
            return stopAtLimit("there are more than \(configuration.maximumNames) different names")
        }
        notePlace(of: name)
        let parent = frames.last
        if name.namespace == .xhtml, parent?.mode == .container, ContentNamespace.isField(name.local) {
            name.namespace = root.kind == .atom ? .atom : .rss
        }
        var frame = ElementFrame(
            name: name,
            mode: .skipped,
            scope: parent?.scope ?? .document,
            textStart: text.count
        )
        let attributes = attributes(of: tag)
        if attributes.hasXML { frame.hasBase = pushBase(attributes) }
        let mode = modeAround(&frame, in: parent)
        switch mode {
        case .container:
            let role = role(of: name, in: frame.scope, attributes)
            if attributes.haveUnread, role != .unread { keepElement(tag, in: name.namespace) }
            open(&frame, as: role, tag)
        case .extensionNode, .skipped:
            open(&frame, as: .unread, tag)
        case .markup, .inline, .text:
            openInline(&frame, inText: mode == .text ? parent : nil, tag)
        }
        frames.append(frame)
    }

    /// Whether there are too many elements around this one, or attributes in it: then reading stops.
    @inline(__always)
    private mutating func exceedsLimit(_ tag: XMLStartTag) -> Bool {
        if frames.count >= configuration.maximumDepth {
            // Often it is tags of HTML that have no end.
            if isCleaned {
                stopAtLimit("elements are nested deeper than \(configuration.maximumDepth)")
            } else {
                stopForCleaning()
            }
            return true
        }
        if tag.attributeCount > configuration.maximumAttributes {
            stopAtLimit("an element has more than \(configuration.maximumAttributes) attributes")
            return true
        }
        return false
    }

    /// Resolves the name of an element, by where it stands.
    @inline(__always)
    private mutating func name(of tag: XMLStartTag) -> XMLName {
        var name = frames.isEmpty ? openRoot(tag) : names.element(tag.local, prefix: tag.prefix, uri: tag.uri)
        if tag.prefix == nil, let uri = tag.uri, isStrangeItem(name) { name = adopt(name, uri: uri) }
        if frames.count == 1, name.local == .channel, name.namespace != .rss { name = openChannel(name, tag) }
        return name
    }

    /// Notes what has to be known of an element to recognise the items as a block.
    @inline(__always)
    private mutating func notePlace(of name: XMLName) {
        if frames.count < Self.outerElements { noteStartTag() }
        if frames.count == itemDepth {
            if isItem(name) { noteItemStart() } else { hasOthersBetweenItems = true }
        }
    }

    @inline(__always)
    private mutating func attributes(of tag: XMLStartTag) -> XMLAttributes {
        guard tag.attributeCount > 0 else { return XMLAttributes(all: UnsafeBufferPointer(start: nil, count: 0)) }
        return attributeReader.read(tag, names: &names)
    }

    /// What the element around this one makes of it; an item where none should be, and elements in a text that is
    /// written as if it were Atom, count as if they stood in their place.
    @inline(__always)
    private mutating func modeAround(_ frame: inout ElementFrame, in parent: ElementFrame?) -> ElementFrame.Mode {
        var mode = parent?.mode ?? .container
        if isItem(frame.name), mayBeItem(in: frame.scope, mode) {
            mode = .container
            frame.scope = .channel
            isInMarkup = false
            escapesText = false
        }
        guard mode == .text, let parent else { return mode }
        // An author and a source of RSS are text, but some write them as Atom does.
        if isMailbox(parent), AtomNamespace.isPersonPart(frame.name) {
            frame.scope = .person
            return .container
        }
        if isSource(parent), AtomNamespace.isSourcePart(frame.name) {
            frame.scope = .source
            return .container
        }
        // So is an image of iTunes, which some write as that of RSS.
        if isITunesImage(parent), ITunesNamespace.isImagePart(frame.name) {
            frame.scope = .itunesImage
            return .container
        }
        return .text
    }

    private mutating func open(_ frame: inout ElementFrame, as role: ElementRole, _ tag: XMLStartTag) {
        // Markup may stand in plain texts, too.
        parts.textIsFull = false
        switch role {
        case .text:
            frame.mode = .text
            collectsText = true
        case .markup:
            frame.mode = .markup
            isInMarkup = true
            escapesText = parts.isXHTML
            collectsText = true
        case .container(let scope):
            frame.mode = .container
            frame.scope = scope
            collectsText = scope.mayBeText
        case .unread:
            pushExtension(tag, in: frame.name.namespace)
            frame.mode = .extensionNode
            collectsText = true
        case .skipped:
            frame.mode = .skipped
            collectsText = true
        }
    }

    /// Opens an element inside collected markup, or inside a plain text.
    @inline(__always)
    private mutating func openInline(_ frame: inout ElementFrame, inText field: ElementFrame?, _ tag: XMLStartTag) {
        frame.mode = .inline
        if isInMarkup {
            escapesText = true
            if text.count >= configuration.maximumTextBytes { noteCutText() }
            guard !parts.textIsFull else {
                frame.isLeftOut = true
                return
            }
            frame.isLeftOut = tag.prefix != nil && isNoHTML(frame.name)
            if !frame.isLeftOut { noteXHTML() }
        } else if let field {
            frame.isWritten = tag.attributeCount > 0 && saysMore(tag.local, than: field)
            // "One<br/>Two" is no word.
            if !frame.isWritten, Self.isVoid(tag.local) { text.append(0x20) }
        }
        if frame.isWritten || (isInMarkup && !frame.isLeftOut) {
            let start = text.count
            writeStartTag(tag)
            if hasBaseInsideMarkup(frame) { resolveLinks(from: start) }
        } else if tag.attributeCount > 0 {
            // Only its text goes into the text around it.
            keepElement(tag, in: frame.name.namespace)
        }
    }
}
