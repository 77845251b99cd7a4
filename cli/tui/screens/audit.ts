/** Who changed what: nothing to do here but to read. */
import { type ChangedField, changedFields } from '../../../server/domain/audit/changed-fields'
import { type DiffLine, lineDiff } from '../../../server/domain/audit/line-diff'
import type { AuditJson } from '../../../server/domain/endpoints/audit'
import { auditResource } from '../../../server/domain/resources/audit'
import { resourceScreen } from '../resource/ResourceScreen'
import type { Text } from '../tools'
import { timeBounds, timeFilters } from './time-filters'

const SIGNS = { kept: ' ', removed: '-', added: '+' } as const

/** Each field that differs, as it was and as it is. */
function changeLines({ before, after }: AuditJson, text: Text): readonly string[] {
  const fields = changedFields(before, after)
  if (fields.length === 0) return [text('audit.no_fields')]
  return [text('tui.changes'), ...fields.flatMap((change) => fieldLines(change, text))]
}

function fieldLines({ field, before, after }: ChangedField, text: Text): readonly string[] {
  const lines =
    before === undefined || after === undefined
      ? [...oneSide('removed', before), ...oneSide('added', after)]
      : lineDiff(before, after)
  return [
    '',
    field,
    ...lines.map(
      ({ kind, line }) => `  ${SIGNS[kind]} ${line === '' ? text('audit.blank') : line}`,
    ),
  ]
}

function oneSide(kind: 'removed' | 'added', value: string | undefined): readonly DiffLine[] {
  return value === undefined ? [] : value.split('\n').map((line) => ({ kind, line }))
}

export const auditScreen = resourceScreen<AuditJson>({
  id: 'audit',
  hotkey: 'a',
  title: 'nav.audit',
  columns: auditResource.columns,
  titleOf: (column) => `field.audit.${column as keyof typeof auditResource.columns}`,
  nameOf: ({ action, target }) => `${action} ${target}`,
  searchTitle: 'audit.by_action',
  filters: async ({ text }) => [
    { name: 'actor', label: text('audit.by_actor'), kind: 'text' },
    { name: 'target', label: text('audit.by_target'), kind: 'text' },
    ...timeFilters(text),
  ],
  list: async ({ api, text }, { page, size, keyword, filters }) => {
    const { from, to } = timeBounds(filters, text)
    const { actor, target } = filters
    const { data } = await api.call('audit.list', {
      query: {
        p: page,
        page_size: size,
        action: keyword,
        actor,
        target,
        start_timestamp: from,
        end_timestamp: to,
      },
    })
    return { rows: data.items, total: data.total }
  },
  facts: (entry, { text }) => changeLines(entry, text),
  followMs: 5000,
})
