import { column, hidden, resource } from '../../../server/domain/resources/resource'

export const modelResource = resource('model', {
  columns: {
    model: column('text'),
    state: column('text'),
    enabled: column('number'),
    prompt_usd: column('money_usd'),
    completion_usd: column('money_usd'),
    calls: column('text'),
    failed: hidden('number'),
    refused: hidden('number'),
    p50_ms: column('number'),
    p95_ms: hidden('number'),
    quota: column('quota'),
  },
  search: ['model'],
  filters: {},
})
