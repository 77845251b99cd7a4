/** The board and the alert rules that are made from the rows of metrics. */
import { describe, expect, test } from 'bun:test'
import type { Dashboard } from '@grafana/schema'
import { grafanaBoard } from '../../server/domain/metrics/board'
import { METRIC_NAMES } from '../../server/domain/metrics/metrics'
import { alertRules } from '../../server/domain/metrics/rules'

/** Grafana's types say enums where its files have their values. */
type InFile<T> = T extends string
  ? T | `${T}`
  : T extends readonly (infer Item)[]
    ? readonly InFile<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: InFile<T[Key]> }
      : T

describe('the board', () => {
  const board = grafanaBoard('gw')

  test('is what the types of Grafana say a board is', () => {
    const checked: InFile<Dashboard> = board
    expect(checked.panels?.length).toBeGreaterThan(20)
  })

  test('places no panel over another one', () => {
    const cells = board.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)}:${y + Math.floor(at / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(board.panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBeTrue()
  })

  test('has an id of its own for each panel', () => {
    expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length)
  })

  test('asks only for metrics that there are, of the gateways that are chosen', () => {
    const exprs = board.panels.flatMap((panel) =>
      panel.type === 'row' ? [] : panel.targets.map(({ expr }) => expr),
    )
    for (const expr of exprs) {
      const named = namesIn(expr)
      expect(named).not.toEqual([])
      expect(named.filter((name) => !isTold(name))).toEqual([])
      expect(expr.split('instance=~"$instance"').length - 1).toBe(named.length)
    }
  })
})

test('alert rules ask only for metrics that there are, and have names of their own', () => {
  const rules = alertRules().groups.flatMap((group) => group.rules)
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const { expr } of rules) {
    expect(namesIn(expr).filter((name) => !isTold(name))).toEqual([])
  }
})

function namesIn(expr: string): readonly string[] {
  return expr.match(/\b(?:gw|process)_\w+/g) ?? []
}

function isTold(name: string): boolean {
  return METRIC_NAMES.some((known) => known === name.replace(/_(?:bucket|sum|count)$/, ''))
}
