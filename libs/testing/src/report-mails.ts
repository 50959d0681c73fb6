import { crc32, deflateRawSync, gzipSync } from 'node:zlib'

/** One record of a report. */
export interface Recorded {
  readonly source: string
  readonly messages: number
  readonly disposition?: string
  readonly dkim?: string
  readonly spf?: string
  readonly from?: string
  /** XML after `policy_evaluated`'s results, such as a reason. */
  readonly more?: string
}

export interface Reported {
  readonly domain: string
  readonly organisation?: string
  readonly reportId?: string
  /** Seconds since 1970. */
  readonly begin?: number
  readonly records?: readonly Recorded[]
}

const DAY = 86_400

const record = (
  domain: string,
  { source, messages, disposition = 'none', dkim = 'pass', spf = 'pass', ...rest }: Recorded,
) => `
  <record>
    <row>
      <source_ip>${source}</source_ip>
      <count>${messages}</count>
      <policy_evaluated>
        <disposition>${disposition}</disposition>
        <dkim>${dkim}</dkim>
        <spf>${spf}</spf>${rest.more ?? ''}
      </policy_evaluated>
    </row>
    <identifiers>
      <header_from>${rest.from ?? domain}</header_from>
    </identifiers>
    <auth_results>
      <dkim><domain>${domain}</domain><selector>s1</selector><result>${dkim}</result></dkim>
      <spf><domain>bounce.${domain}</domain><result>${spf}</result></spf>
    </auth_results>
  </record>`

const someone: readonly Recorded[] = [{ source: '192.0.2.1', messages: 3 }]

/** A report in the form of RFC 7489 appendix C, as most receivers write it: without a namespace. */
export function aggregateReport({
  domain,
  organisation = 'Receiver',
  reportId = '1',
  begin = 1_767_225_600,
  ...rest
}: Reported) {
  return `<?xml version="1.0" encoding="UTF-8" ?>
<feedback>
  <report_metadata>
    <org_name>${organisation}</org_name>
    <email>noreply-dmarc@receiver.example</email>
    <extra_contact_info>https://receiver.example/dmarc</extra_contact_info>
    <report_id>${reportId}</report_id>
    <date_range><begin>${begin}</begin><end>${begin + DAY - 1}</end></date_range>
  </report_metadata>
  <policy_published>
    <domain>${domain}</domain><adkim>r</adkim><aspf>r</aspf><p>none</p><sp>none</sp><pct>100</pct>
  </policy_published>${(rest.records ?? someone).map((each) => record(domain, each)).join('')}
</feedback>
`
}

/** A report in the form of RFC 9990, with its namespace, a prefix, and elements that RFC 7489 does not have. */
export function newReport({
  domain,
  organisation = 'New Receiver',
  reportId = '2',
  begin = 1_767_225_600,
  ...rest
}: Reported) {
  return `<?xml version="1.0"?>
<d:feedback xmlns:d="urn:ietf:params:xml:ns:dmarc-2.0" xmlns:x="https://receiver.example/ns">
  <d:version>1.0</d:version>
  <d:report_metadata>
    <d:org_name>${organisation}</d:org_name><d:email>dmarc@new.example</d:email>
    <d:report_id>${reportId}</d:report_id>
    <d:date_range><d:begin>${begin}</d:begin><d:end>${begin + DAY - 1}</d:end></d:date_range>
    <d:generator>made by hand</d:generator>
  </d:report_metadata>
  <d:policy_published>
    <d:domain>${domain}</d:domain><d:discovery_method>treewalk</d:discovery_method>
    <d:p>reject</d:p><d:sp>quarantine</d:sp><d:np>reject</d:np><d:testing>y</d:testing>
  </d:policy_published>
  <d:extension><x:note>nothing</x:note></d:extension>${(rest.records ?? someone)
    .map((each) => record(domain, each).replace(/<(\/?)(?=\w)/g, '<$1d:'))
    .join('')}
</d:feedback>
`
}

/** A zip archive with these files. */
export function zip(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(files)) {
    const [content, label] = [Buffer.from(text), Buffer.from(name)]
    const packed = deflateRawSync(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(content.length, 18)
    common.writeUInt16LE(label.length, 22)
    const entry = Buffer.alloc(14)
    entry.writeUInt32LE(at, 10)
    local.push(Buffer.from('PK\u0003\u0004'), common, label, packed)
    central.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), common, entry, label)
    at += 4 + common.length + label.length + packed.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  const count = Object.keys(files).length
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...local, directory, Buffer.from('PK\u0005\u0006'), end])
}

const lines = (bytes: Buffer) => bytes.toString('base64').replace(/.{76}/g, '$&\r\n')

/** A mail with a text and attachments. */
export function mailWith(...attachments: readonly (readonly [type: string, file: string, bytes: Buffer])[]): Buffer {
  const head = [
    'From: noreply-dmarc@receiver.example',
    'To: reports@dmarc.example',
    'Subject: Report Domain: example.com',
  ]
  const parts = attachments.map(([type, file, bytes]) =>
    [
      `Content-Type: ${type}; name="${file}"`,
      `Content-Disposition: attachment; filename="${file}"`,
      ...['Content-Transfer-Encoding: base64', '', lines(bytes)],
    ].join('\r\n'),
  )
  const all = ['Content-Type: text/plain; charset=utf-8\r\n\r\nThis is a report.', ...parts]
  const type = ['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary="b1"', '']
  return Buffer.from([...head, ...type, ...all.map((part) => `--b1\r\n${part}`), '--b1--', ''].join('\r\n'))
}

/** A mail that is nothing but a packed report. */
export function bareMail(type: string, bytes: Buffer): Buffer {
  const head = ['From: dmarc@receiver.example', 'MIME-Version: 1.0', `Content-Type: ${type}`]
  return Buffer.from([...head, 'Content-Transfer-Encoding: base64', '', lines(bytes), ''].join('\r\n'))
}

/** The shapes in which big receivers mail reports. */
export const shapes: Readonly<Record<string, (reported: Reported) => Buffer>> = {
  'a zip archive that is the whole mail': (given) =>
    bareMail('application/zip', zip({ 'r.xml': aggregateReport(given) })),
  'gzip beside a text': (given) => mailWith(['application/gzip', 'r.xml.gz', gzipSync(aggregateReport(given))]),
  'gzip named as bytes': (given) =>
    mailWith(['application/octet-stream', 'r.xml.gz', gzipSync(aggregateReport(given))]),
  'a zip archive of an old type': (given) =>
    mailWith(['application/x-zip-compressed', 'r.zip', zip({ 'r.xml': aggregateReport(given) })]),
  'the form of RFC 9990': (given) => mailWith(['application/gzip', 'r.xml.gz', gzipSync(newReport(given))]),
  'plain XML': (given) => mailWith(['text/xml', 'r.xml', Buffer.from(aggregateReport(given))]),
}
