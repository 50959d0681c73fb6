import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { goldens } from './golden'

const root = join(__dirname, '../../..')

describe.each(goldens())('$file', ({ file, text }) => {
  test('matches the declarations; otherwise run `npm run golden` and review the difference', () => {
    expect(readFileSync(join(root, file), 'utf8')).toBe(text)
  })
})
