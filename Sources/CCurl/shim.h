// Typed names for the variadic calls of libcurl, which Swift cannot make, and
// for what else is a macro or a union in C.

#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H

// The checking macros would hide the functions from the wrappers below.
#define CURL_DISABLE_TYPECHECK

#include <arpa/inet.h>
#include <curl/curl.h>
#include <dlfcn.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <zlib.h>

#if LIBCURL_VERSION_NUM < 0x075500
#error "libcurl 7.85.0 or newer is needed (CURLOPT_PROTOCOLS_STR, CURLOPT_PREREQFUNCTION)"
#endif

// Receives a piece of a header or of a body; the result is the count taken.
typedef size_t (*ccurl_data_callback)(char *bytes, size_t size, size_t count, void *context);
// Opens the socket for an address, or answers CURL_SOCKET_BAD to refuse it.
typedef curl_socket_t (*ccurl_open_socket_callback)(
    void *context, curlsocktype purpose, struct curl_sockaddr *address);
// Called on a connection, new or reused, before a request is written to it.
typedef int (*ccurl_before_request_callback)(
    void *context, char *remote_ip, char *local_ip, int remote_port, int local_port);

// Called when what libcurl waits for on a socket has changed.
typedef int (*ccurl_socket_callback)(CURL *easy, curl_socket_t socket, int what, void *context, void *socket_context);
// Called when the time until libcurl's next timer has changed; -1 for none.
typedef int (*ccurl_timer_callback)(CURLM *multi, long milliseconds, void *context);

// CURL_SOCKET_TIMEOUT: not a socket, but word that a timer is due.
static const curl_socket_t ccurl_timeout_socket = CURL_SOCKET_TIMEOUT;

static inline CURLcode ccurl_set_string(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}

// Lets a transfer end while the system still looks its host's name up. Without
// it libcurl waits for the look-up, and with it the whole multi handle. Left out
// where the headers do not know it (before 7.87), and no failure where only the
// library does not.
static inline void ccurl_leave_look_ups(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075700
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#else
    (void)easy;
#endif
}

// Whether libcurl knows a file of certificate authorities by itself.
static inline int ccurl_has_authority_file(void) { return curl_version_info(CURLVERSION_NOW)->cainfo != NULL; }

// Leaves out the system's folder of certificate authorities; no failure where libcurl has none.
static inline void ccurl_leave_authority_folder(CURL *easy) {
    curl_easy_setopt(easy, CURLOPT_CAPATH, NULL);
    curl_easy_setopt(easy, CURLOPT_PROXY_CAPATH, NULL);
}

// For how long a file of certificate authorities that was read need not be read
// again. Not known before 7.87, which reads it for each connection.
static inline void ccurl_keep_authorities(CURL *easy, long seconds) {
#if LIBCURL_VERSION_NUM >= 0x075700
    curl_easy_setopt(easy, CURLOPT_CA_CACHE_TIMEOUT, seconds);
#else
    (void)easy;
    (void)seconds;
#endif
}

static inline CURLcode ccurl_set_headers(CURL *easy, struct curl_slist *headers) {
    return curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
}

static inline CURLcode ccurl_set_body_callback(CURL *easy, ccurl_data_callback callback, void *context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, callback);
    return code ? code : curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
}

static inline CURLcode ccurl_set_header_callback(CURL *easy, ccurl_data_callback callback, void *context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, callback);
    return code ? code : curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
}

static inline CURLcode ccurl_set_open_socket_callback(
    CURL *easy, ccurl_open_socket_callback callback, void *context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, callback);
    return code ? code : curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context);
}

static inline CURLcode ccurl_set_before_request_callback(
    CURL *easy, ccurl_before_request_callback callback, void *context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, callback);
    return code ? code : curl_easy_setopt(easy, CURLOPT_PREREQDATA, context);
}

// The getters answer 0 or NULL for what libcurl does not know.

static inline long ccurl_get_long(CURL *easy, CURLINFO info) {
    long value = 0;
    return curl_easy_getinfo(easy, info, &value) ? 0 : value;
}

static inline curl_off_t ccurl_get_offset(CURL *easy, CURLINFO info) {
    curl_off_t value = 0;
    return curl_easy_getinfo(easy, info, &value) ? 0 : value;
}

static inline const char *ccurl_get_string(CURL *easy, CURLINFO info) {
    char *value = NULL;
    return curl_easy_getinfo(easy, info, &value) ? NULL : value;
}

static inline void *ccurl_get_private(CURL *easy) {
    char *value = NULL;
    return curl_easy_getinfo(easy, CURLINFO_PRIVATE, &value) ? NULL : value;
}

static inline CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

static inline CURLMcode ccurl_multi_set_callbacks(
    CURLM *multi, ccurl_socket_callback socket, ccurl_timer_callback timer, void *context) {
    CURLMcode code = curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, socket);
    if (!code) code = curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
    if (!code) code = curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, timer);
    if (!code) code = curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
    return code;
}

static inline CURLSHcode ccurl_share_data(CURLSH *share, curl_lock_data data) {
    return curl_share_setopt(share, CURLSHOPT_SHARE, data);
}

// Takes the next finished transfer; NULL when there is none.
static inline CURL *ccurl_multi_next_finished(CURLM *multi, CURLcode *code) {
    int left = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left))) {
        if (message->msg == CURLMSG_DONE) {
            *code = message->data.result;
            return message->easy_handle;
        }
    }
    return NULL;
}

// Writes the bytes of an IP address in network order and answers how many
// they are: 4, 16, or 0 for another family.
static inline int ccurl_address_bytes(const struct curl_sockaddr *address, unsigned char bytes[16]) {
    if (address->family == AF_INET) {
        struct sockaddr_in inet;
        memcpy(&inet, &address->addr, sizeof inet);
        memcpy(bytes, &inet.sin_addr, 4);
        return 4;
    }
    if (address->family == AF_INET6) {
        // curl_sockaddr declares a plain sockaddr and is longer than that.
        memcpy(bytes, (const unsigned char *)&address->addr + offsetof(struct sockaddr_in6, sin6_addr), 16);
        return 16;
    }
    return 0;
}

// Opens a socket for an address, not to be inherited by child processes.
static inline curl_socket_t ccurl_open_socket(const struct curl_sockaddr *address) {
#ifdef SOCK_CLOEXEC
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
#else
    return socket(address->family, address->socktype, address->protocol);
#endif
}

// The port a socket is bound to on this machine; -1 if it is none.
static inline int ccurl_local_port(curl_socket_t socket) {
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    if (getsockname(socket, (struct sockaddr *)&address, &length)) return -1;
    if (address.ss_family == AF_INET) return ntohs(((struct sockaddr_in *)&address)->sin_port);
    if (address.ss_family == AF_INET6) return ntohs(((struct sockaddr_in6 *)&address)->sin6_port);
    return -1;
}

// Ends a connection in both directions; libcurl then finds it closed.
static inline void ccurl_end_connection(curl_socket_t socket) { shutdown(socket, SHUT_RDWR); }

// Whether a connected socket is open and nothing waits to be read from it.
static inline int ccurl_is_silent(curl_socket_t socket) {
    char byte;
    return recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
}

// A function of OpenSSL, which libcurl brings along without its headers; NULL if there is none.
static inline void *ccurl_openssl_function(const char *name) {
    // RTLD_DEFAULT, which is the same for glibc and musl, and hidden without _GNU_SOURCE.
    return dlsym((void *)0, name);
}

// The SSL object of the connection that a transfer is on; NULL if it has none, or another library made it.
static inline const void *ccurl_openssl_session(CURL *easy) {
    struct curl_tlssessioninfo *session = NULL;
    if (curl_easy_getinfo(easy, CURLINFO_TLS_SSL_PTR, &session) || !session) return NULL;
    return session->backend == CURLSSLBACKEND_OPENSSL ? session->internals : NULL;
}

// Whether the TLS library is known to hold nothing that it has taken from the
// socket and libcurl has not read: the rest of a record, where a look at the
// socket does not see it.
static inline int ccurl_tls_is_silent(CURL *easy) {
    const void *session = ccurl_openssl_session(easy);
    int (*has_pending)(const void *) = (int (*)(const void *))ccurl_openssl_function("SSL_has_pending");
    return session && has_pending && !has_pending(session);
}

// Whether client and server have agreed to speak HTTP/2 on the connection that a transfer is on; -1 if nobody can tell.
static inline int ccurl_agreed_on_http2(CURL *easy) {
    const void *session = ccurl_openssl_session(easy);
    void (*selected)(const void *, const unsigned char **, unsigned *) =
        (void (*)(const void *, const unsigned char **, unsigned *))ccurl_openssl_function("SSL_get0_alpn_selected");
    if (!session || !selected) return -1;
    const unsigned char *name = NULL;
    unsigned length = 0;
    selected(session, &name, &length);
    return length == 2 && memcmp(name, "h2", 2) == 0;
}

static inline int ccurl_inflate_init(z_stream *stream, int window_bits) {
    return inflateInit2(stream, window_bits);
}

#endif
