import { rotateRegistryPassword } from '@nameyard/contracts/registry/rotate-password'
import { OperatedPlatform } from './operated-platform'

const operated = new OperatedPlatform()

describe('our password', () => {
  const longer = 'thirty-characters-or-even-more-of-them'
  const third = 'third-pass-word'
  const fourth = 'fourth-pass-word'
  /** With one session there is no other login that could meet the fault. */
  const alone = { REGISTRY_SANDBOX_SESSIONS: '1', REGISTRY_POLL_MS: '3600000' }
  const rotate = () =>
    operated.platform.domains.rpc.call(rotateRegistryPassword, { operator: 'ada', account: 'sandbox' }, operated.call())
  const works = async (name: string) =>
    expect(await operated.platform.ended(await operated.platform.submit(name))).toMatchObject({ outcome: 'done' })

  it('cannot be changed without a next one', async () => {
    await operated.start({})
    await expect(rotate()).rejects.toMatchObject({ refusal: 'invalid_input' })
  })

  it('is changed to a longer one while orders continue', async () => {
    await operated.start({ REGISTRY_SANDBOX_NEXT_PASSWORD: longer })
    await works('before.com')
    await rotate()
    await operated.stop()
    await operated.start({ REGISTRY_SANDBOX_NEXT_PASSWORD: longer })
    await works('after.com')
    expect(await operated.account()).toMatchObject({ isPasswordInDoubt: false, alarms: [] })
  })

  it('is determined by logins when the answer to its change is lost', async () => {
    const settings = { ...alone, REGISTRY_SANDBOX_PASSWORD: longer, REGISTRY_SANDBOX_NEXT_PASSWORD: third }
    await operated.start(settings)
    await works('in-use.com')
    await operated.platform.fault({ command: 'login', kind: 'close-before-answer' })
    await expect(rotate()).rejects.toMatchObject({ refusal: 'registry_unavailable' })
    expect(await operated.account()).toMatchObject({ isPasswordInDoubt: true })
    await operated.stop()
    await operated.start(settings)
    await works('found-new.com')
    expect(await operated.account()).toMatchObject({ isPasswordInDoubt: false })
  })

  it('is determined by logins when the change itself is lost', async () => {
    const settings = { ...alone, REGISTRY_SANDBOX_PASSWORD: third, REGISTRY_SANDBOX_NEXT_PASSWORD: fourth }
    await operated.start(settings)
    await works('still.com')
    await operated.platform.fault({ command: 'login', kind: 'drop-request' })
    await expect(rotate()).rejects.toMatchObject({ refusal: 'registry_unavailable' })
    await operated.stop()
    const refused = await operated.logins('2200')
    await operated.start(settings)
    await works('found-old.com')
    expect(await operated.logins('2200')).toBe(refused + 1)
    expect(await operated.account()).toMatchObject({ isPasswordInDoubt: false, alarms: [] })
  })
})
