import { expectGolden, extended, login, loginAs, resultCode, Sandbox } from '../../test/sandbox'

describe('loginSec', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await Sandbox.open()
  })
  afterAll(() => sandbox.close())

  const long = 'a password of more than sixteen characters'
  const security = (inner: string) =>
    `<l:loginSec xmlns:l="urn:ietf:params:xml:ns:epp:loginSec-1.0">
      <l:userAgent><l:app>client 1.0</l:app><l:os>Linux</l:os></l:userAgent>${inner}</l:loginSec>`
  const ask = async (change: (message: string) => string, inner: string, registrar = 'nameyard') => {
    const client = await sandbox.connect()
    return client.ask(extended(change(loginAs(registrar, client.greeting)), security(inner)))
  }
  const pw = (message: string, text: string) => message.replace(/<pw>.*<\/pw>/, `<pw>${text}</pw>`)

  it('accepts long passwords', async () => {
    const changed = (message: string) => message.replace('<options>', '<newPW>[LOGIN-SECURITY]</newPW><options>')
    expect(resultCode(await ask(changed, `<l:newPW>${long}</l:newPW>`))).toBe(1000)
    const extendedPw = (message: string) => pw(message, '[LOGIN-SECURITY]')
    expect(resultCode(await ask(extendedPw, `<l:pw>${long}</l:pw>`))).toBe(1000)
    expect(resultCode(await ask(extendedPw, `<l:pw>${long}!</l:pw>`))).toBe(2200)
    expect(JSON.stringify((await sandbox.control('GET', '/audit')).body)).not.toContain(long)
  })

  it('requires the password in the extension exactly when <pw> refers to it', async () => {
    expect(resultCode(await ask((message) => pw(message, '[LOGIN-SECURITY]'), '', 'rival'))).toBe(2003)
    expect(resultCode(await ask((message) => message, '<l:pw>rival-pw</l:pw>', 'rival'))).toBe(2003)
    expect(resultCode(await ask((message) => message, '<l:pw>short</l:pw>', 'rival'))).toBe(2005)
    expect(resultCode(await ask((message) => message, '<l:shoe/>', 'rival'))).toBe(2001)
  })

  it('requires the login to choose the extension', async () => {
    const client = await sandbox.connect()
    expect(resultCode(await client.ask(extended(login('rival', 'rival-pw'), security(''))))).toBe(2103)
  })

  it('warns about failed logins on the connection', async () => {
    const client = await sandbox.connect()
    const message = extended(loginAs('rival', client.greeting), security(''))
    expect(resultCode(await client.ask(pw(message, 'wrong-pw')))).toBe(2200)
    expectGolden('login-warned', await client.ask(message))
  })
})
