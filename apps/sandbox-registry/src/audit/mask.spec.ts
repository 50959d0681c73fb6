import { maskSecrets } from './mask'

describe('maskSecrets', () => {
  it.each([
    ['<pw>secret</pw><clID>me</clID>', '<pw>********</pw><clID>me</clID>'],
    ['<newPW>secret</newPW>', '<newPW>********</newPW>'],
    ['<domain:pw roid="C1-X">secret</domain:pw>', '<domain:pw roid="C1-X">********</domain:pw>'],
    ['<pw\n><![CDATA[sec<ret]]></pw>', '<pw\n>********</pw>'],
    ['<pw>sec<!-- -->ret</pw>', '<pw>********</pw>'],
    ['<pw>secret', '<pw>********'],
    ['<pw roid="a>b">secret</pw>', '<pw roid="a>********</pw>'],
    ['<pw/><name>kept</name>', '<pw/><name>kept</name>'],
    ['<pw /><name>kept</name>', '<pw /><name>kept</name>'],
    ['<pwd>kept</pwd>', '<pwd>kept</pwd>'],
  ])('masks %s as %s', (message, masked) => expect(maskSecrets(message)).toBe(masked))

  it('masks in time linear to the length of the message', () => {
    const hostile = '<pw '.repeat(500_000)
    expect(maskSecrets(hostile)).toBe(hostile)
  })
})
