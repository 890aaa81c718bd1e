# A cache in front of the club for what everybody may read. TLS ends before it (hitch, HAProxy); the
# club's CLUB_TRUST_PROXY names this machine. What the club does not mark as public is never kept:
# take no rule out below without reading docs/operations.md, "A cache in front".
vcl 4.1;

backend club {
  .host = "127.0.0.1";
  .port = "8080";
  # A stream says something every 15 s.
  .first_byte_timeout = 75s;
  .between_bytes_timeout = 75s;
}

sub vcl_recv {
  # An event stream stays open: it is piped through, and its connection ends with it.
  if (req.url ~ "^/api/(operator/)?stream(\?|$)") {
    return (pipe);
  }
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  # Calls that read no session, so the session of whoever asks is not sent on. Anything else goes
  # past the cache.
  if (req.url ~ "^/api/(events|sport)/" || req.url ~ "^/api/races/[0-9a-f-]+/board(\?|$)"
      || req.url ~ "^/api/(club|status)(\?|$)" || req.url ~ "^/api/multi-pools/"
      || req.url ~ "^/\.well-known/club-roots(\?|$)") {
    unset req.http.Authorization;
    # Refusals are worded in the reader's language, and never kept; answers have none.
    return (hash);
  }
  if (req.url ~ "^/(app|console)/assets/") {
    return (hash);
  }
  return (pass);
}

sub vcl_pipe {
  set bereq.http.Connection = "close";
}

sub vcl_backend_response {
  if (beresp.status != 200 || beresp.http.Cache-Control !~ "public") {
    # For a second nobody waits for another's answer; the next good one is kept again.
    set beresp.ttl = 1s;
    set beresp.uncacheable = true;
    return (deliver);
  }
  # A settled race's file changes with a correction alone; a browser may keep it for a year, we ask anew.
  if (bereq.url ~ "/check(\?|$)" && beresp.ttl > 60s) {
    set beresp.ttl = 60s;
  }
}

sub vcl_deliver {
  if (obj.hits > 0) {
    set resp.http.X-Cache = "hit";
  } else {
    set resp.http.X-Cache = "miss";
  }
}
