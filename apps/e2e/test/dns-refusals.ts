export const zones = '/v1/dns/zones'

/** The zone that the refused requests are about. */
export const changed = `${zones}/zone.com`

/** An A record. */
export const a = (name: string, value = '192.0.2.1', ttl = 900) => ({ type: 'A', name, value, ttl })

/** A new zone. */
export const zone = (name: string, records: object[] = [a('www')], more: object = {}) => {
  const [label, ...extension] = name.split('.')
  return { domain: { name: label, extension: extension.join('.') }, type: 'master', records, ...more }
}

/** Invalid records with status and error code. Each is sent in every request that has records. */
export const wrongRecords: [number, number, object][] = [
  [400, 808, { ...a('x'), type: 'LUA' }],
  [400, 829, a('a b')],
  [400, 814, a('x', ' ')],
  [400, 815, a('x', '192.0.2.1', 59)],
  [400, 816, { ...a('x', 'mail.example'), type: 'MX', prio: 65_536 }],
  [400, 820, a('x', '192.0.2.256')],
  [400, 821, { ...a('x', 'a b'), type: 'CNAME' }],
  [400, 816, { ...a('x', 'mail.example'), type: 'MX' }],
  [400, 816, { ...a('x', '5 5060 sip.example'), type: 'SRV' }],
  [400, 822, { ...a('x', 'a b c'), type: 'MX', prio: 10 }],
  [400, 823, { ...a('x', '192.0.2.1'), type: 'NS' }],
  [400, 826, { ...a('x', '2001:db8'), type: 'AAAA' }],
  [400, 827, { ...a('x', '"open'), type: 'TXT' }],
  [400, 828, { ...a('x', '"open'), type: 'SPF' }],
  [400, 832, { ...a('x', '1 2'), type: 'SRV', prio: 10 }],
  [400, 814, { ...a('x', '1'), type: 'CAA' }],
  [422, 821, { ...a('www', 'a.example'), type: 'CNAME' }],
]

/** Invalid zone files with status and error code. */
export const wrongFiles: [number, number, string][] = [
  [400, 806, '$INCLUDE x'],
  [400, 808, 'a 60 LUA x'],
  [400, 829, 'a$b 60 A 192.0.2.1'],
  [400, 814, 'a 60 TYPE65280 x'],
  [400, 820, 'a 60 A 192.0.2.256'],
  [400, 821, 'a 60 CNAME a b'],
  [400, 822, 'a 60 MX 10'],
  [400, 823, 'a 60 NS 192.0.2.1'],
  [400, 826, 'a 60 AAAA x'],
  [400, 828, 'a 60 SPF \\# 1 05'],
  [400, 827, 'a 60 TXT \\# 1 05'],
  [400, 832, 'a 60 SRV 1 2'],
  [422, 821, 'a 60 A 192.0.2.1\na 60 CNAME b'],
  [400, 806, '; nothing'],
]

/** Requests that are refused: status, error code, method, path and body. */
export const refusals: [number, number, string, string, object?][] = [
  [409, 817, 'PUT', changed, { records: { add: [a('www')] } }],
  [409, 817, 'POST', zones, zone('wrong.com', [a('www'), a('www')])],
  [409, 817, 'POST', '/v1/dns/templates', { name: 'twice', records: [a('www'), a('www')] }],
  [404, 806, 'PUT', changed, { records: { remove: [a('none')] } }],
  [422, 811, 'PUT', changed, { records: { remove: [{ type: 'SOA', name: '', value: 'x' }] } }],
  [422, 810, 'PUT', changed, { records: { remove: [{ type: 'NS', name: '', value: 'x' }] } }],
  [404, 872, 'PUT', `${zones}/none.com`, { records: {} }],
  [404, 872, 'GET', `${zones}/none.com`],
  [404, 872, 'DELETE', `${zones}/none.com?provider=openprovider`],
  [404, 872, 'GET', `${zones}/none.com/export`],
  [404, 872, 'GET', `${zones}/none.com/versions`],
  [404, 872, 'GET', `${zones}/none.com/versions/1`],
  [404, 98, 'GET', `${changed}/versions/99`],
  [404, 98, 'POST', `${changed}/restore`, { version: 99 }],
  [404, 872, 'POST', `${zones}/none.com/restore`, { version: 1 }],
  [404, 872, 'POST', `${zones}/none.com/apply-template`, { template_name: 'web' }],
  [404, 873, 'POST', `${changed}/apply-template`, { template_name: 'none' }],
  [422, 821, 'POST', `${changed}/apply-template`, { template_name: 'alias' }],
  [404, 872, 'POST', `${zones}/a%20b/import`, { zone_file: 'a 60 A 192.0.2.1' }],
  [400, 307, 'POST', `${zones}/com/import`, { zone_file: 'a 60 A 192.0.2.1' }],
  [400, 307, 'POST', zones, { ...zone('com.com'), domain: { name: 'com', extension: '' } }],
  [400, 303, 'POST', zones, zone('-a.com')],
  [409, 805, 'POST', zones, zone('zone.com')],
  [400, 806, 'POST', zones, zone('empty.com', [])],
  [404, 873, 'POST', zones, zone('empty.com', [], { template_name: 'none' })],
  [400, 815, 'PUT', changed, { records: { add: [{ type: 'A', value: '192.0.2.1' }] } }],
  [400, 806, 'POST', zones, { type: 'master' }],
  // The built-in publisher accepts no slave zones.
  [400, 806, 'POST', zones, { ...zone('slave.com', []), type: 'slave', master_ip: '192.0.2.1' }],
  // The built-in responder does not sign.
  [422, 896, 'POST', zones, zone('signed.com', [a('www')], { secured: true })],
  [422, 896, 'PUT', changed, { secured: true }],
]
