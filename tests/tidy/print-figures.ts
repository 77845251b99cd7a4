/** `npm run check -- --house`: every figure of the house on a line; 1 when one is over its bar. */
import { type Figure, figuresOf } from './figures'
import { readRepository } from './repository'

const figures = figuresOf(readRepository())
const width = Math.max(...figures.map(({ name }) => name.length))
process.stdout.write(figures.map(lineOf).join(''))
process.exitCode = figures.every(holds) ? 0 : 1

function holds({ value, bar }: Figure): boolean {
  return bar === undefined || value <= bar
}

function lineOf(figure: Figure): string {
  const { name, value, bar, detail } = figure
  const asked = bar === undefined ? '' : `at most ${bar}${holds(figure) ? '' : ': OVER'}`
  return `${[name.padEnd(width), String(value).padStart(7), asked, detail].join('  ').trimEnd()}\n`
}
