import { quantilesOf, verdictOf } from '../report/figures.mjs'
import { figureTables, verdictRows } from '../report/tables.mjs'

const figure = {
  name: 'read by id',
  unit: 'requests/s',
  samples: { platform: [120, 300, 150], bare: [100, 200, 100] },
}

describe('verdicts of the bench', () => {
  it('compares the rounds of two contenders in pairs, and the median decides', () => {
    expect(verdictOf(figure, { against: 'bare', atLeast: 1.5 })).toMatchObject({
      claim: '>= 1.5 x bare',
      found: { median: 1.5, least: 1.2, most: 1.5 },
      outcome: 'met',
      margin: 0,
    })
    expect(verdictOf(figure, { against: 'bare', atLeast: 2 })).toMatchObject({ outcome: 'missed', margin: -0.25 })
  })

  it('compares the median of a contender with a bound in the unit of the figure', () => {
    const found = verdictOf(figure, { of: 'bare', atMost: 80 })
    expect(found).toMatchObject({ claim: 'bare <= 80 requests/s', outcome: 'missed', margin: -0.25 })
  })

  it('demands that a share of the rounds reaches a target', () => {
    const target = { against: 'bare', atLeast: 1.5, inRounds: 0.8 }
    expect(verdictOf(figure, target)).toMatchObject({ outcome: 'missed' })
    expect(
      verdictOf({ ...figure, samples: { platform: [1, 2, 2, 2, 2], bare: [1, 1, 1, 1, 1] } }, target),
    ).toMatchObject({
      claim: '>= 1.5 x bare in 80 % of the rounds',
      outcome: 'met',
    })
  })

  it('says that a target was not measured when a contender is not installed', () => {
    expect(verdictOf(figure, { against: 'PowerDNS', atLeast: 1 })).toMatchObject({ outcome: 'not measured' })
    expect(verdictOf({ ...figure, samples: { bare: [1] } }, { atMost: 1 })).toMatchObject({ outcome: 'not measured' })
  })
})

it('describes a distribution by the times below which shares of the requests lie', () => {
  const times = Array.from({ length: 1000 }, (_, n) => n)
  expect(quantilesOf(times)).toMatchObject({ 0.01: 10, 0.5: 500, 0.99: 990, 0.999: 999 })
})

it('prints a table for all figures with the same contenders, and a row for each target', () => {
  const figures = [{ ...figure, targets: [{ against: 'bare', atLeast: 1.2 }] }]
  expect(figureTables([...figures, { name: 'start', unit: 's', samples: { platform: [1.234] } }])).toEqual([
    [
      '| figure     | unit       | platform      | bare          |',
      '| ---------- | ---------- | ------------- | ------------- |',
      '| read by id | requests/s | 150 (120-300) | 100 (100-200) |',
    ],
    ['| figure | unit | platform |', '| ------ | ---- | -------- |', '| start  | s    | 1.23     |'],
  ])
  expect(verdictRows(figures)).toEqual([
    { figure: 'read by id', target: '>= 1.2 x bare', found: '1.50 (1.20-1.50) x', outcome: 'met by 25.0 %' },
  ])
})
