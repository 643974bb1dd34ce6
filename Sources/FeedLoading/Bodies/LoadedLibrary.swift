import Foundation

/// A shared library found at run time; it stays loaded.
struct LoadedLibrary {
    private let handle: UnsafeMutableRawPointer

    /// The first of the names that can be loaded; nil if none can.
    init?(names: [String]) {
        guard let handle = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else { return nil }
        self.handle = handle
    }

    /// A C function, whose type the caller must know.
    func function<Function>(_ name: String, as type: Function.Type) -> Function? {
        dlsym(handle, name).map { unsafeBitCast($0, to: type) }
    }
}
