/** The part of a form in which limits are set: of a token, a user, a group or a channel. */
import { PlusIcon, TrashIcon } from '@primer/octicons-react'
import { Button, IconButton, Select, TextInput } from '@primer/react'
import { LIMIT_KINDS, type LimitKind } from '../../../server/domain/limits/kinds'
import type { LimitWindow } from '../../../server/domain/limits/limit'
import { useText } from '../../app/language'
import { Field } from '../form/Field'
import { LimitUse } from './LimitUse'
import {
  amountProblem,
  hasZone,
  type LimitDraft,
  newDraft,
  windowsOf,
  withKind,
} from './limit-drafts'
import './limits.css'
import type { LimitsForm } from './use-limits'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

export function LimitsSection({ form }: { readonly form: LimitsForm }) {
  const { text } = useText()
  const { drafts, rows, setBy } = form
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const others = rows.filter(({ set_by }) => set_by !== setBy)
  const change = (at: number, draft: LimitDraft | undefined) =>
    form.set(drafts.flatMap((each, index) => (index === at ? (draft ?? []) : each)))
  return (
    <fieldset className="limits">
      <legend>{text('limit.title')}</legend>
      <p className="field-caption">{text('limit.help')}</p>
      {others.map((row) => (
        <LimitUse key={row.id} row={row} />
      ))}
      {drafts.map((draft, at) => (
        <LimitRow
          // Rows have no name of their own: what they count may be edited.
          key={`row-${String(at)}`}
          draft={draft}
          form={form}
          onChange={(next) => change(at, next)}
        />
      ))}
      <Button
        leadingVisual={PlusIcon}
        size="small"
        onClick={() => form.set([...drafts, newDraft(drafts, zone)])}
      >
        {text('limit.add')}
      </Button>
    </fieldset>
  )
}

interface LimitRowProps {
  readonly draft: LimitDraft
  readonly form: LimitsForm
  /** `undefined` takes the row away. */
  readonly onChange: (draft: LimitDraft | undefined) => void
}

function LimitRow({ draft, form, onChange }: LimitRowProps) {
  const { text } = useText()
  const { drafts, rows, setBy } = form
  const { kind, window, amount } = draft
  const problem = draft.amount === '' ? undefined : amountProblem(draft, drafts)
  const stored = rows.find(
    (row) => row.set_by === setBy && row.kind === kind && row.window === window,
  )
  return (
    <div className="limits-row">
      <div className="limits-fields">
        <Field label={text('limit.kind')}>
          <Select
            block
            value={kind}
            onChange={(event) => onChange(withKind(draft, event.target.value as LimitKind))}
          >
            {LIMIT_KINDS.map((each) => (
              <Select.Option key={each} value={each}>
                {text(`limit.name_${each}`)}
              </Select.Option>
            ))}
          </Select>
        </Field>
        <Field label={text('limit.amount')} problem={problem && text(problem)} isRequired>
          <TextInput
            block
            inputMode="decimal"
            value={amount}
            onChange={(event) => onChange({ ...draft, amount: event.target.value })}
          />
        </Field>
        <Field label={text('limit.window')}>
          <Select
            block
            value={window}
            onChange={(event) => onChange({ ...draft, window: event.target.value as LimitWindow })}
          >
            {windowsOf(kind).map((each) => (
              <Select.Option key={each} value={each}>
                {text(`limit.window_${each}`)}
              </Select.Option>
            ))}
          </Select>
        </Field>
        <IconButton
          icon={TrashIcon}
          variant="invisible"
          aria-label={text('limit.remove')}
          onClick={() => onChange(undefined)}
        />
      </div>
      {hasZone(draft) && <StartFields draft={draft} onChange={onChange} />}
      {stored !== undefined && <LimitUse row={stored} isPlain />}
    </div>
  )
}

type StartProps = Pick<LimitRowProps, 'draft' | 'onChange'>

/** When the days, weeks and months of a limit begin. */
function StartFields({ draft, onChange }: StartProps) {
  const { text } = useText()
  return (
    <div className="form-row">
      <Field label={text('limit.zone')}>
        <TextInput
          block
          value={draft.zone}
          onChange={(event) => onChange({ ...draft, zone: event.target.value })}
        />
      </Field>
      <Field label={text('limit.start_hour')}>
        <Select
          block
          value={String(draft.startHour)}
          onChange={(event) => onChange({ ...draft, startHour: Number(event.target.value) })}
        >
          {HOURS.map((hour) => (
            <Select.Option key={hour} value={String(hour)}>
              {`${String(hour).padStart(2, '0')}:00`}
            </Select.Option>
          ))}
        </Select>
      </Field>
    </div>
  )
}
