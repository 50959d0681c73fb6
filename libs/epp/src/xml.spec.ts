import { encodeCommand, noData } from './command'
import { DOMAIN, EPP } from './namespaces'
import { elementsOf, MAX_XML_DEPTH, parseXml, unlessEmpty, writeXml, XmlError } from './xml'

const epp = elementsOf(EPP)
const domain = elementsOf(DOMAIN)

describe('parseXml', () => {
  it('ignores differences in prefixes, CDATA, comments and character references', () => {
    const plain = parseXml('<a xmlns="urn:x"><b c="1">x &amp; y</b></a>')
    expect(plain).toEqual({
      ns: 'urn:x',
      local: 'a',
      attrs: {},
      text: '',
      children: [{ ns: 'urn:x', local: 'b', attrs: { c: '1' }, text: 'x & y', children: [] }],
    })
    expect(parseXml('<p:a xmlns:p="urn:x"><!-- - --><p:b c="&#49;"><![CDATA[x & ]]>y</p:b></p:a>')).toEqual(plain)
  })

  it('keeps digits as text and accepts a byte order mark', () => {
    expect(parseXml(Buffer.from('\ufeff<a>0012</a>')).text).toBe('0012')
  })

  it('drops attributes with a namespace', () => {
    expect(parseXml('<a xmlns:o="urn:o" o:s="theirs" s="ours"/>').attrs).toEqual({ s: 'ours' })
  })

  const nested = (levels: number) => '<a>'.repeat(levels) + '</a>'.repeat(levels)

  it('reads documents up to the depth limit', () => expect(parseXml(nested(MAX_XML_DEPTH)).local).toBe('a'))

  it.each<[string, string | Buffer]>([
    ['nothing', ''],
    ['only text', 'Bad Gateway'],
    ['an unclosed element', '<a><b></a>'],
    ['a document cut short', '<a><b>'],
    ['text after the end', '<a/>x'],
    ['two roots', '<a/><b/>'],
    ['an undeclared prefix', '<p:a/>'],
    ['an attribute given twice', '<a b="1" b="2"/>'],
    ['a bare ampersand', '<a>x & y</a>'],
    ['an unknown entity', '<a>&nbsp;</a>'],
    ['a document type', '<!DOCTYPE a><a/>'],
    ['an entity of its own', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ['an external entity', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
    ['a processing instruction', '<?php echo 1 ?><a/>'],
    ['a processing instruction inside', '<a><?b?></a>'],
    ['another encoding', '<?xml version="1.0" encoding="ISO-8859-1"?><a/>'],
    ['bytes that are not UTF-8', Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0x3c, 0x2f, 0x61, 0x3e])],
    ['UTF-16', Buffer.from('\ufeff<a/>', 'utf16le')],
    ['a control character', '<a>\u0001</a>'],
    ['one level too many', nested(MAX_XML_DEPTH + 1)],
    ['more octets than a frame has', `<a>${'x'.repeat(4 * 1024 * 1024)}</a>`],
  ])('refuses %s', (_what, document) => {
    expect(() => parseXml(document)).toThrow(XmlError)
  })
})

describe('writeXml', () => {
  it('prints any characters so that parseXml reads them back', () => {
    const document = domain('a', [
      domain('b', ` <&>"' \t\r\n ë 漢 😀 ]]>`, { c: ` <&>"'\t\r\n` }),
      undefined,
      domain('d'),
    ])
    expect(parseXml(writeXml(document))).toMatchObject({
      children: [
        { text: ` <&>"' \t\r\n ë 漢 😀 ]]>`, attrs: { c: ` <&>"'\t\r\n` } },
        { local: 'd', text: '' },
      ],
    })
  })

  it('leaves out undefined children and empty containers', () => {
    const chg = unlessEmpty(domain('chg', [undefined]))
    const document = epp('update', [domain('update', [domain('name', 'a.example', { hosts: undefined }), chg])])
    expect(writeXml(document)).toBe(`<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<update xmlns="${EPP}">
  <domain:update xmlns:domain="${DOMAIN}">
    <domain:name>a.example</domain:name>
  </domain:update>
</update>
`)
  })

  it.each(['\u0000', '\u001b[31m', '\ud800', '\uffff'])('refuses the character %j', (text) => {
    expect(() => writeXml(epp('msg', text))).toThrow(XmlError)
  })

  it("makes the prefix of a registry's namespace from its name, and declares it again where it changes", () => {
    const [theirs, sync] = [elementsOf('http://www.nic.cz/xml/epp/domain-1.4'), elementsOf('https://x.ee/sync-1.0.xsd')]
    const document = writeXml(domain('create', [theirs('name', 'x', { a: '1' }), sync('update'), domain('name', 'y')]))
    expect(document).toContain('<domain:name xmlns:domain="http://www.nic.cz/xml/epp/domain-1.4" a="1">x</domain:name>')
    expect(document).toContain('<sync:update xmlns:sync="https://x.ee/sync-1.0.xsd"/>')
    expect(document).toContain('<domain:name>y</domain:name>')
    expect(parseXml(document).children.map(({ ns }) => ns)).toEqual([
      'http://www.nic.cz/xml/epp/domain-1.4',
      'https://x.ee/sync-1.0.xsd',
      DOMAIN,
    ])
  })

  it('prints a command of a registry in its own envelope', () => {
    const own = elementsOf('http://registry.example/own-1.0')
    const verb = own('undelete', [own('name', 'x.example')])
    const envelope = (clTRID: string) => epp('extension', [own('command', [verb, own('clTRID', clTRID)])])
    const root = parseXml(encodeCommand({ name: 'own:undelete', verb, envelope, decode: noData }, 'op-1'))
    expect(root.children).toMatchObject([{ local: 'extension', children: [{ local: 'command' }] }])
    expect(root.children[0]!.children[0]!.children).toMatchObject([{ local: 'undelete' }, { text: 'op-1' }])
  })

  it('refuses a namespace of which no prefix can be made', () => {
    expect(() => writeXml(elementsOf('urn:1.0')('a'))).toThrow(XmlError)
  })
})
