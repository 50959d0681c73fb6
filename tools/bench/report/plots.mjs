/**
 * Draws plots as SVG. They have no background, text and axes have the colour of the text around them, and the colours of
 * the lines have enough contrast on white and on black, so that a plot is readable in light and in dark.
 */

const WIDTH = 760
const HEIGHT = 380
const BOX = { left: 72, right: 736, top: 44, bottom: 288 }

/** Okabe and Ito's colours without black and yellow: also told apart by people who see few colours. */
const COLOURS = [
  '#0072b2',
  '#d55e00',
  '#009e73',
  '#cc79a7',
  '#56b4e9',
  '#e69f00',
  '#7f7f7f',
  '#a05195',
  '#b5651d',
  '#66aa00',
]

const STYLE = `text{font:12px system-ui,sans-serif;fill:currentColor}svg{color:#1f2328}
.title{font-weight:bold}.axis{stroke:currentColor;stroke-width:1}.grid{stroke:currentColor;stroke-opacity:.15}
@media (prefers-color-scheme:dark){svg{color:#e6edf3}}`

const escape = (text) => String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const at = (value) => String(Math.round(value * 10) / 10)
const label = (value) => {
  if (value >= 1e6) return `${value / 1e6} M`
  if (value >= 1e4) return `${value / 1e3} k`
  return String(Number(value.toPrecision(6)))
}

const text = (x, y, content, attributes = '') =>
  `<text x="${at(x)}" y="${at(y)}"${attributes}>${escape(content)}</text>`
const line = (x1, y1, x2, y2, kind) =>
  `<line class="${kind}" x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}"/>`

/** Steps of 1, 2 or 5 times a power of ten, about five of them, from zero to the first one above all values. */
function linearTicks(most) {
  const power = 10 ** Math.floor(Math.log10(most / 5))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => most / each <= 5.001)
  return Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, n) => n * step)
}

/** Powers of ten; when there are fewer than three, also twice and five times these. */
function logarithmicTicks(least, most) {
  const powers = Array.from({ length: 20 }, (_, n) => 10 ** (n - 6))
  const inside = (ticks) => ticks.filter((tick) => tick >= least * 0.999 && tick <= most * 1.001)
  const whole = inside(powers)
  return whole.length >= 3 ? whole : inside(powers.flatMap((power) => [power, 2 * power, 5 * power]))
}

/** Maps values to pixels. A linear axis starts at zero and ends at a tick. */
function scaleOf(values, isLogarithmic, from, to) {
  const finite = values.filter((value) => Number.isFinite(value) && (!isLogarithmic || value > 0))
  const most = Math.max(...finite, isLogarithmic ? 1e-6 : 0) || 1
  if (!isLogarithmic) {
    const ticks = linearTicks(most)
    return { ticks, place: (value) => from + (to - from) * (value / ticks.at(-1)) }
  }
  const smallest = Math.min(...finite, most)
  const least = smallest === most ? most / 10 : smallest
  return {
    ticks: logarithmicTicks(least, most),
    place: (value) => from + ((to - from) * Math.log(value / least)) / Math.log(most / least),
  }
}

/** Draws a series; returns the text of an SVG file. */
export function plotOf(series) {
  const parts = series.bars ? bars(series) : lines(series)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escape(series.title)}">`,
    `<style>${STYLE}</style>`,
    text(BOX.left, 20, series.title, ' class="title"'),
    ...parts,
    '</svg>',
    '',
  ].join('\n')
}

function verticalAxis(scale, name) {
  return [
    ...scale.ticks.flatMap((tick) => [
      line(BOX.left, scale.place(tick), BOX.right, scale.place(tick), 'grid'),
      text(BOX.left - 8, scale.place(tick) + 4, label(tick), ' text-anchor="end"'),
    ]),
    line(BOX.left, BOX.bottom, BOX.left, BOX.top, 'axis'),
    line(BOX.left, BOX.bottom, BOX.right, BOX.bottom, 'axis'),
    text(BOX.left, BOX.top - 8, name),
  ]
}

/** The names of the colours, in as many rows as they need. */
function legend(names) {
  let [x, y] = [BOX.left, BOX.bottom + 60]
  return names.flatMap((name, index) => {
    const width = 30 + name.length * 7
    if (x + width > BOX.right && x > BOX.left) [x, y] = [BOX.left, y + 18]
    const begin = x
    x += width
    return [
      `<rect x="${at(begin)}" y="${at(y - 9)}" width="10" height="10" fill="${COLOURS[index % COLOURS.length]}"/>`,
      text(begin + 14, y, name),
    ]
  })
}

function lines({ lines: drawn, x, y }) {
  const points = drawn.flatMap((each) => each.points)
  const across = scaleOf(
    points.map(([value]) => value),
    x.isLogarithmic,
    BOX.left,
    BOX.right,
  )
  const up = scaleOf(
    points.flatMap(([, ...values]) => values),
    y.isLogarithmic,
    BOX.bottom,
    BOX.top,
  )
  return [
    ...verticalAxis(up, y.label),
    ...across.ticks.map((tick) => text(across.place(tick), BOX.bottom + 18, label(tick), ' text-anchor="middle"')),
    text((BOX.left + BOX.right) / 2, BOX.bottom + 36, x.label, ' text-anchor="middle"'),
    ...drawn.flatMap((each, index) => {
      const colour = COLOURS[index % COLOURS.length]
      const path = each.points.map(([px, py]) => `${at(across.place(px))},${at(up.place(py))}`).join(' ')
      const ranges = each.points
        .filter(([, , least]) => least !== undefined)
        .map(
          ([px, , least, most]) =>
            `<line stroke="${colour}" x1="${at(across.place(px))}" x2="${at(across.place(px))}" y1="${at(up.place(least))}" y2="${at(up.place(most))}"/>`,
        )
      return [`<polyline fill="none" stroke="${colour}" stroke-width="2" points="${path}"/>`, ...ranges]
    }),
    ...legend(drawn.map(({ name }) => name)),
  ]
}

function bars({ bars: drawn, y }) {
  const names = [...new Set(drawn.flatMap((bar) => Object.keys(bar.parts)))]
  const sums = drawn.map((bar) => Object.values(bar.parts).reduce((sum, each) => sum + each, 0))
  const up = scaleOf(sums, false, BOX.bottom, BOX.top)
  const step = (BOX.right - BOX.left) / drawn.length
  return [
    ...verticalAxis(up, y.label),
    ...drawn.flatMap((bar, index) => {
      const left = BOX.left + step * (index + 0.2)
      let sum = 0
      const stack = names
        .filter((name) => bar.parts[name] > 0)
        .map((name) => {
          const top = up.place(sum + bar.parts[name])
          const height = up.place(sum) - top
          sum += bar.parts[name]
          const colour = COLOURS[names.indexOf(name) % COLOURS.length]
          return `<rect x="${at(left)}" y="${at(top)}" width="${at(step * 0.6)}" height="${at(height)}" fill="${colour}"/>`
        })
      const centre = left + step * 0.3
      return [
        ...stack,
        text(centre, up.place(sum) - 4, label(Number(sum.toPrecision(3))), ' text-anchor="middle"'),
        text(centre, BOX.bottom + 18, bar.name, ' text-anchor="middle"'),
      ]
    }),
    ...legend(names),
  ]
}
