import { fieldsOf } from '../requirements/requirements'
import { setShippedRules, soldTlds, tlds } from './catalogue'
import { fitsScript } from './idn-scripts'

beforeAll(setShippedRules)

const language = (value: string) => tlds.get('com')!.idnScripts.find((each) => each.value === value)!

describe('the script of a label', () => {
  it.each([
    ['münchen', 'GER', true],
    ['año-1', 'SPA', true],
    ['пример', 'RUS', true],
    ['例え-1', 'JPN', true],
    ['jp日本', 'JPN', true],
    ['ひらがなー', 'JPN', true],
    ['한국', 'KOR', true],
    ['ไทย', 'THA', true],
    ['हिन्दी', 'HIN', true],
    ['مثال', 'ARA', true],
    ['münchen', 'RUS', false],
    ['пример', 'GER', false],
    ['pример', 'RUS', false],
    ['日本', 'KAZ', false],
  ])('whether %s is written in %s: %s', (label, value, fits) => {
    expect(fitsScript(label, language(value))).toBe(fits)
  })

  it('has the same values in the requirements and in the details of an extension', () => {
    for (const [extension, { idnScripts }] of soldTlds) {
      const asked = fieldsOf(extension, 'domain').find(({ name }) => name === 'idn_script')?.options
      const told = idnScripts.map(({ value }) => value)
      if (asked) expect([extension, told]).toEqual([extension, asked.map((option) => option.value)])
      expect(new Set(told).size).toBe(told.length)
    }
  })
})
