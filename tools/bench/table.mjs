/** The median. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** Prints rows as a Markdown table. */
export function printTable(rows) {
  const names = Object.keys(rows[0])
  const lines = [names, ...rows.map((row) => names.map((name) => String(row[name])))]
  const widths = names.map((_, i) => Math.max(...lines.map((line) => line[i].length)))
  const print = (line) => console.log(`| ${line.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`)
  print(lines[0])
  print(widths.map((width) => '-'.repeat(width)))
  lines.slice(1).forEach(print)
}
