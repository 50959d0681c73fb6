-- An address or range as the client meant it: IPv4 that is written inside IPv6 is the IPv4 (RFC 4291 section 2.5.5.2).
create function unmapped_range(given inet) returns inet language sql immutable strict parallel safe
begin atomic
  select case when given <<= inet '::ffff:0:0/96'
    then set_masklen(inet '0.0.0.0' + (set_masklen(given, 128) - inet '::ffff:0:0'), masklen(given) - 96)
    else given end;
end;
