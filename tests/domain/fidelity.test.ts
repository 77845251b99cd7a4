import { describe, expect, test } from 'bun:test'
import { fidelityIn, withFidelity } from '../../server/domain/calls/fidelity'

describe('the fidelity in the settings of a channel', () => {
  test.each([
    ['', 'warn'],
    ['{"fidelity":"strict"}', 'strict'],
    ['{"fidelity":"off","proxy":""}', 'off'],
    ['{"fidelity":"loud"}', 'warn'],
    ['[1]', 'warn'],
    ['{"fid', 'warn'],
  ])('of %p is %p', (setting, fidelity) => {
    expect(fidelityIn(setting)).toBe(fidelity as 'warn')
  })

  test.each([
    ['', 'strict', '{"fidelity":"strict"}'],
    ['{"cut_policy":"drain"}', 'off', '{"cut_policy":"drain","fidelity":"off"}'],
    ['{"fidelity":"off"}', 'warn', ''],
    ['{\n  "proxy": ""\n}', 'strict', '{\n  "proxy": "",\n  "fidelity": "strict"\n}'],
    // What was written stays as it was written when nothing changes.
    ['{ "fidelity" : "off" }', 'off', '{ "fidelity" : "off" }'],
    // Somebody is still typing.
    ['{"proxy":', 'strict', '{"proxy":'],
  ] as const)('of %p becomes %p in %p', (setting, fidelity, changed) => {
    expect(withFidelity(setting, fidelity)).toBe(changed)
  })
})
