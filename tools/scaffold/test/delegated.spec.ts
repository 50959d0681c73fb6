import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Runs the tool, an ES module, in a process of its own. */
const groups = (...given: readonly unknown[]) =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { delegatedGtlds } from ${JSON.stringify(join(__dirname, '../delegated.mjs'))}
         const [text, backEnds, without] = JSON.parse(process.argv[1])
         console.log(JSON.stringify(delegatedGtlds(text, backEnds, new Set(without))))`,
        JSON.stringify(given),
      ],
      { encoding: 'utf8' },
    ),
  )

const backEnds = [
  { name: 'any', extensions: [] },
  { name: 'one', extensions: ['shop'] },
  { name: 'two', extensions: ['none'] },
]

it('groups generic extensions by their back-ends, in A-labels, without countries and unsold names', () => {
  const list = ['zoo', 'shop', 'de', 'gov', 'com', 'рф', '网址']
  expect(groups(JSON.stringify(list), backEnds, ['com'])).toEqual([
    { backEnd: 'any', suffixes: ['xn--ses554g', 'zoo'] },
    { backEnd: 'one', suffixes: ['shop'] },
  ])
})

it('reads the text of IANA', () => {
  expect(groups('# Version 2026\nAAA\nDE\nXN--SES554G\n', backEnds, [])).toEqual([
    { backEnd: 'any', suffixes: ['aaa', 'xn--ses554g'] },
  ])
})
