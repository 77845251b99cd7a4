import { type ChangedField, changedFields } from '../../../server/domain/audit/changed-fields'
import { lineDiff } from '../../../server/domain/audit/line-diff'
import type { AuditJson } from '../../../server/domain/endpoints/audit'
import { useText } from '../../app/language'
import '../../pages/audit/audit.css'

/** Below an unfolded row: each field that differs, as it was and as it is. */
export function AuditFacts({ entry }: { readonly entry: AuditJson }) {
  const { text } = useText()
  const fields = changedFields(entry.before, entry.after)
  return (
    <div className="audit-facts">
      {fields.length === 0 && <p className="muted">{text('audit.no_fields')}</p>}
      {fields.map((change) => (
        <section key={change.field}>
          <h3 className="mono">{change.field}</h3>
          <Change change={change} />
        </section>
      ))}
      <p className="muted">
        {text('field.audit.request_id')}: <span className="mono">{entry.request_id || '–'}</span>
      </p>
    </div>
  )
}

const SIGNS = { kept: ' ', removed: '−', added: '+' } as const

function Change({ change }: { readonly change: ChangedField }) {
  const { text } = useText()
  const { before, after } = change
  const lines =
    before === undefined || after === undefined
      ? [...oneSide('removed', before), ...oneSide('added', after)]
      : lineDiff(before, after)
  return (
    <div className="audit-change">
      {lines.map(({ kind, line }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an entry never change.
        <div key={index} className={`audit-line audit-${kind}`}>
          <span aria-hidden="true">{SIGNS[kind]}</span>
          {kind !== 'kept' && <span className="visually-hidden">{text(`audit.${kind}`)}</span>}
          <code>{line === '' ? text('audit.blank') : line}</code>
        </div>
      ))}
    </div>
  )
}

function oneSide(kind: 'removed' | 'added', value: string | undefined) {
  return value === undefined ? [] : value.split('\n').map((line) => ({ kind, line }))
}
