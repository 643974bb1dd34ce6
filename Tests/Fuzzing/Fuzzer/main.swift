import CLibFuzzer
import Foundation

// libFuzzer makes the inputs and watches what they reach; arguments are its own.
var argumentCount = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(
    LLVMFuzzerRunDriver(&argumentCount, &arguments) { data, count in
        FeedParsingCheck.run(UnsafeBufferPointer(start: data, count: count))
        return 0
    }
)
