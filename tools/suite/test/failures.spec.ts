import { failuresOf } from '../jest.mjs'

const passed = { status: 'passed', fullName: 'a zone is signed', failureMessages: [] }
const failed = (message: string) => ({ status: 'failed', fullName: 'a zone has keys', failureMessages: [message] })
const file = (name: string, more: object) => ({ name: `/root/${name}`, status: 'failed', message: '', ...more })

it('names the failed tests of a run, each with the beginning of its message', () => {
  const message = Array.from({ length: 500 }, (_, n) => `line ${n}`).join('\n')
  const testResults = [
    file('apps/dns/ok.spec.ts', { status: 'passed', assertionResults: [passed] }),
    file('apps/dns/keys.spec.ts', { assertionResults: [passed, failed(message)] }),
  ]
  const [one, ...others] = failuresOf('/root', { testResults })
  expect(others).toEqual([])
  expect(one).toMatchObject({ path: 'apps/dns/keys.spec.ts', name: 'a zone has keys' })
  expect(one?.message.split('\n')).toHaveLength(40)
})

it('names a file that cannot run', () => {
  const testResults = [file('libs/zone/broken.spec.ts', { message: 'Cannot find module', assertionResults: [] })]
  expect(failuresOf('/root', { testResults })).toEqual([
    { path: 'libs/zone/broken.spec.ts', name: 'the file', message: 'Cannot find module' },
  ])
})
