/**
 * A strict reader of Prometheus's text format 0.0.4, written from its description: what it lets
 * pass, Prometheus and promtool do, too.
 * https://prometheus.io/docs/instrumenting/exposition_formats/#text-format-details
 */

export interface ReadSample {
  readonly name: string
  readonly labels: ReadonlyMap<string, string>
  readonly value: number
}

export interface ReadFamily {
  readonly name: string
  readonly help: string
  readonly type: string
  readonly samples: readonly ReadSample[]
}

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*/
const LABEL_NAME = /^[a-zA-Z_][a-zA-Z0-9_]*/
const TYPES = new Set(['counter', 'gauge', 'histogram'])

interface OpenFamily extends ReadFamily {
  readonly samples: ReadSample[]
}

/** Throws for whatever the format does not allow. */
export function readStrictly(text: string): ReadonlyMap<string, ReadFamily> {
  if (!text.endsWith('\n')) throw new Error('the last line has no end')
  const families = new Map<string, OpenFamily>()
  let open: OpenFamily | undefined
  let help: { readonly name: string; readonly text: string } | undefined
  for (const line of text.split('\n')) {
    if (line === '') continue
    const [, kind = '', name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
    if (kind === 'HELP') help = { name, text: rest }
    else if (kind === 'TYPE') {
      if (help?.name !== name) throw new Error(`no help of ${name}`)
      if (families.has(name)) throw new Error(`${name} is told twice`)
      if (!TYPES.has(rest)) throw new Error(`${rest} is no type`)
      open = { name, help: help.text, type: rest, samples: [] }
      families.set(name, open)
    } else if (line.startsWith('#')) throw new Error(`not understood: ${line}`)
    else {
      const sample = readSample(line)
      if (open === undefined || !isOf(open, sample)) throw new Error(`out of place: ${line}`)
      open.samples.push(sample)
    }
  }
  for (const family of families.values()) check(family)
  return families
}

function isOf({ name, type }: ReadFamily, sample: ReadSample): boolean {
  if (type !== 'histogram') return sample.name === name
  return ['_bucket', '_sum', '_count'].some((end) => sample.name === name + end)
}

function readSample(line: string): ReadSample {
  const name = NAME.exec(line)?.[0] ?? ''
  if (name === '') throw new Error(`no name: ${line}`)
  let rest = line.slice(name.length)
  const labels = new Map<string, string>()
  if (rest.startsWith('{')) {
    rest = rest.slice(1)
    while (!rest.startsWith('}')) {
      const label = LABEL_NAME.exec(rest)?.[0] ?? ''
      const quoted = /^="((?:[^"\\\n]|\\[\\"n])*)"/.exec(rest.slice(label.length))
      if (label === '' || quoted === null) throw new Error(`no label: ${line}`)
      if (labels.has(label)) throw new Error(`a label twice: ${line}`)
      labels.set(
        label,
        (quoted[1] ?? '').replace(/\\(.)/g, (_, sign) => (sign === 'n' ? '\n' : sign)),
      )
      rest = rest.slice(label.length + quoted[0].length)
      if (rest.startsWith(',')) rest = rest.slice(1)
      else if (!rest.startsWith('}')) throw new Error(`no end of labels: ${line}`)
    }
    rest = rest.slice(1)
  }
  if (!/^ (?:[+-]?Inf|NaN|[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/.test(rest)) {
    throw new Error(`no value: ${line}`)
  }
  return { name, labels, value: Number(rest.replace('Inf', 'Infinity')) }
}

function check({ name, type, samples }: ReadFamily): void {
  const known = new Set(samples.map((sample) => keyOf(sample)))
  if (known.size !== samples.length) throw new Error(`${name} has a series twice`)
  if (type === 'counter' && !name.endsWith('_total')) throw new Error(`${name} is a counter`)
  if (type !== 'gauge' && samples.some(({ value }) => value < 0)) throw new Error(`${name} < 0`)
  if (type === 'histogram') checkHistogram(name, samples)
}

function checkHistogram(name: string, samples: readonly ReadSample[]): void {
  const groups = Map.groupBy(samples, (sample) => keyOf(sample, 'le').replace(/^\S+ /, ''))
  for (const group of groups.values()) {
    const buckets = group.filter((sample) => sample.name === `${name}_bucket`)
    const bounds = buckets.map(({ labels }) => Number(labels.get('le')?.replace('Inf', 'Infinity')))
    const counts = buckets.map(({ value }) => value)
    const rises = (values: readonly number[]) =>
      values.every((value, at) => at === 0 || value >= (values[at - 1] ?? 0))
    if (!rises(bounds) || !rises(counts)) throw new Error(`buckets of ${name} do not rise`)
    const count = group.find((sample) => sample.name === `${name}_count`)?.value
    if (bounds.at(-1) !== Infinity || counts.at(-1) !== count) throw new Error(`${name} +Inf`)
    if (!group.some((sample) => sample.name === `${name}_sum`)) throw new Error(`${name} sum`)
  }
}

function keyOf({ name, labels }: ReadSample, without = ''): string {
  const told = [...labels].filter(([label]) => label !== without).sort()
  return `${name} ${JSON.stringify(told)}`
}

/** The one series with these labels. */
export function valueIn(
  families: ReadonlyMap<string, ReadFamily>,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const family = families.get(name) ?? families.get(name.replace(/_(?:bucket|sum|count)$/, ''))
  const found = family?.samples.filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, value]) => sample.labels.get(label) === value),
  )
  return found?.length === 1 ? found[0]?.value : undefined
}
