import Foundation

/// One feed in every content coding, compressed by the reference encoders.
enum CompressedFixtures {
    /// The feed itself.
    static let text: [UInt8] = Array(
        ("<rss><channel><title>Compressed</title>" + (0..<200).map { "<item><guid>\($0)</guid></item>" }.joined()
            + "</channel></rss>").utf8
    )

    static let gzip = decoded(
        "H4sIAAAAAAACA33Y3WrUYBSG0UuavN9/IMyJVyJ20IG2Sqfev2hBRMg6Gsg+yiKTPN8+3h6P6/Hl2+fX19vz9Xi/vz/frp++"
            + "v/x4uz0et6fj8nHluL/fXq7H15/3p+t2XP78HpePi/+Mcj4q56N6Pmrno34+GuejeT5a56MdtywOeAQggUhAEpgEKIFKwBK4"
            + "FLgUPSdwKXApcClwKXApcClwKXCpcKlwqfoDwaXCpcKlwqXCpcKlwqXBpcGlwaXpzQKXBpcGlwaXBpcGlw6XDpcOlw6Xrlcu"
            + "XDpcOlw6XDpcBlwGXAZcBlwGXIa+RXAZcBlwGXCZcJlwmXCZcJlwmXCZ+kjDZcJlwmXBZcFlwWXBZcFlwWXBZale4LLgssNl"
            + "h8sOlx0uO1x2uOxw2eGyK+vYdQq7TWW3Ke02td2muNtUd5vyblPfbQq8TUJOXwkxflm/zF/2LwOYBcwEVgNHEZzC04GE1MFR"
            + "CEclHKVw1MJRDEc1HOVw1MOpPEBJSEkcNXEUxVEVR1kcdXEUxlEZR2mcxjOmhFTHUR5HfRwFclTIUSJHjRxFclTJ6TyGS0ih"
            + "HJVylMpRK0exHNVylMtRL0fBnMFNhYTUzFE0R9UcZXPUzVE4R+UcpXPUzplc5khI+Rz1cxTQUUFHCR01dBTRUUVHGZ3FfZeE"
            + "VNJRSkctHcV0VNNRTkc9HQV1VNTZuRL8X+jyd7l8+b1r/gVs9V4IcRYAAA=="
    )

    static let zlib = decoded(
        "eNp92N1q1GAUhtFLmrzffyDMiVcidtCBtkqn3r9oQUTIOhrIPsoikzzfPt4ej+vx5dvn19fb8/V4v78/366fvr/8eLs9Hren"
            + "4/Jx5bi/316ux9ef96frdlz+/B6Xj4v/jHI+Kuejej5q56N+Phrno3k+WuejHbcsDngEIIFIQBKYBCiBSsASuBS4FD0ncClw"
            + "KXApcClwKXApcClwqXCpcKn6A8GlwqXCpcKlwqXCpcKlwaXBpcGl6c0ClwaXBpcGlwaXBpcOlw6XDpcOl65XLlw6XDpcOlw6"
            + "XAZcBlwGXAZcBlyGvkVwGXAZcBlwmXCZcJlwmXCZcJlwmfpIw2XCZcJlwWXBZcFlwWXBZcFlwWWpXuCy4LLDZYfLDpcdLjtc"
            + "drjscNnhsivr2HUKu01ltyntNrXdprjbVHeb8m5T320KvE1CTl8JMX5Zv8xf9i8DmAXMBFYDRxGcwtOBhNTBUQhHJRylcNTC"
            + "UQxHNRzlcNTDqTxASUhJHDVxFMVRFUdZHHVxFMZRGUdpnMYzpoRUx1EeR30cBXJUyFEiR40cRXJUyek8hktIoRyVcpTKUStH"
            + "sRzVcpTLUS9HwZzBTYWE1MxRNEfVHGVz1M1ROEflHKVz1M6ZXOZISPkc9XMU0FFBRwkdNXQU0VFFRxmdxX2XhFTSUUpHLR3F"
            + "dFTTUU5HPR0FdVTU2bkS/F/o8ne5fPm9a/4FnJZ4Cg=="
    )

    static let rawDeflate = decoded(
        "fdjdatRgFIbRS5q8338gzIlXInbQgbZKp96/aEFEyDoayD7KIpM83z7eHo/r8eXb59fX2/P1eL+/P9+un76//Hi7PR63p+Py"
            + "ceW4v99ersfXn/en63Zc/vwel4+L/4xyPirno3o+auejfj4a56N5Plrnox23LA54BCCBSEASmAQogUrAErgUuBQ9J3ApcClw"
            + "KXApcClwKXApcKlwqXCp+gPBpcKlwqXCpcKlwqXCpcGlwaXBpenNApcGlwaXBpcGlwaXDpcOlw6XDpeuVy5cOlw6XDpcOlwG"
            + "XAZcBlwGXAZchr5FcBlwGXAZcJlwmXCZcJlwmXCZcJn6SMNlwmXCZcFlwWXBZcFlwWXBZcFlqV7gsuCyw2WHyw6XHS47XHa4"
            + "7HDZ4bIr69h1CrtNZbcp7Ta13aa421R3m/JuU99tCrxNQk5fCTF+Wb/MX/YvA5gFzARWA0cRnMLTgYTUwVEIRyUcpXDUwlEM"
            + "RzUc5XDUw6k8QElISRw1cRTFURVHWRx1cRTGURlHaZzGM6aEVMdRHkd9HAVyVMhRIkeNHEVyVMnpPIZLSKEclXKUylErR7Ec"
            + "1XKUy1EvR8GcwU2FhNTMUTRH1Rxlc9TNUThH5Rylc9TOmVzmSEj5HPVzFNBRQUcJHTV0FNFRRUcZncV9l4RU0lFKRy0dxXRU"
            + "01FORz0dBXVU1Nm5Evxf6PJ3uXz5vWv+BQ=="
    )

    static let brotli = decoded(
        "G3AWAJwHdizHipNsyY/UOZS2eT0wt2x7k4uX8pmjYG69j4sfk1EQYd1kyHYF46B2aH/aTkNJ8vR472Ud6PWzWl/vA1vx05uE"
            + "W72YD3wxAolCY7BxcPGW0ZJVSKlSa7R1dPEqS6FUqTXaOrp4VaVQqtQabR1dvOpSKFVqjbaOLl5NKZQqtUZbRxevdimUKrVG"
            + "W0cXr04plCq1RltHF69uKZQqtUZbRxevXimUKrVGW0f3/223XGIwWWwONw+vXkYxmCw2h5uHVy+zGEwWm8PNw6uXVQwmi83h"
            + "5uHVyy4Gk8XmcPPw6uUUg8lic7h5ePVyF4PJYnO4eXj18hSDyWJzuHl49fIWg8lic7h5ePXyFYPJYnO4eXhHdxrMu98M"
    )

    static let zstandard = decoded(
        "KLUv/QRozQkANpYxGIBLWgyIfbfaiA6IXE47I7u7u3cqEzRHCTgAKgAhAFVVVVVVRERERET//7+aeFb0cY5jkIHSIBzkkDCU"
            + "c5xBsizJQnFIAJDEwFAYBzEkCESgIDjIsixO//+bzWaz2Ww2m827u7u7u6qqqqqqmZmZmZmIiIiIiHd3d3d3ZmZmZmYB933f"
            + "933ft23btm3btm3XdV3XdV3XNU3TNE3TNE3///8ByLIsjmPf933f933fdV3XdV3XdT3P8zzP8zzPcRzHcRzHcfwOgMyoIXx9"
            + "v7YDsJOUzgERJAhBQpAQFMJL/GBmFc1VXqM+rnEe9zCfdbjLetTl9VEiSXhEiHCIDMIfggd3SI7U/337vn/ev8+/99v3b/t1"
            + "Q2pwhsTgF9KCKyQFnZAS/27lbcvbZmHzFsAGMLOAmlpbFeVHHlw="
    )

    private static func decoded(_ base64: String) -> [UInt8] {
        Data(base64Encoded: base64).map(Array.init) ?? []
    }
}
