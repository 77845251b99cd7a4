/** What may be used within windows, a row each. */
import { PlusIcon, TrashIcon } from '@primer/octicons-react'
import { Button, IconButton, TextInput } from '@primer/react'
import { isOfRunning, LIMIT_KINDS } from '../../../../server/domain/limits/kinds'
import { MOST_ALLOWANCES, WINDOW_STARTS } from '../../../../server/domain/plans/terms'
import { useText } from '../../../app/language'
import { ChoiceField } from '../../../components/form/ChoiceField'
import { Field } from '../../../components/form/Field'
import { windowsOf } from '../../../components/limits/limit-drafts'
import { type AllowanceDraft, isWrong } from './plan-form'
import '../../../components/limits/limits.css'

const NEW: AllowanceDraft = { kind: 'budget', window: '5h', amount: '', starts: 'first_use' }

interface AllowanceFieldsProps {
  readonly drafts: readonly AllowanceDraft[]
  readonly problem: string | undefined
  readonly onChange: (drafts: readonly AllowanceDraft[]) => void
}

export function AllowanceFields({ drafts, problem, onChange }: AllowanceFieldsProps) {
  const { text } = useText()
  const change = (at: number, draft: AllowanceDraft | undefined) =>
    onChange(drafts.flatMap((each, index) => (index === at ? (draft ?? []) : each)))
  return (
    <fieldset className="limits">
      <legend>{text('plans.allowances')}</legend>
      <p className="field-caption">{text('plans.allowances_hint')}</p>
      {drafts.map((draft, at) => (
        <AllowanceRow
          // Rows have no name of their own: what they count may be edited.
          key={`row-${String(at)}`}
          draft={draft}
          isChecked={problem !== undefined}
          onChange={(next) => change(at, next)}
        />
      ))}
      {drafts.length < MOST_ALLOWANCES && (
        <Button leadingVisual={PlusIcon} size="small" onClick={() => onChange([...drafts, NEW])}>
          {text('plans.add_allowance')}
        </Button>
      )}
    </fieldset>
  )
}

interface AllowanceRowProps {
  readonly draft: AllowanceDraft
  /** Whether missing fields are reported. */
  readonly isChecked: boolean
  /** `undefined` takes the row away. */
  readonly onChange: (draft: AllowanceDraft | undefined) => void
}

function AllowanceRow({ draft, isChecked, onChange }: AllowanceRowProps) {
  const { text } = useText()
  const { kind, window, amount, starts } = draft
  const isRunning = isOfRunning(kind)
  const problem = (isChecked || amount !== '') && isWrong(draft)
  const withKind = (next: AllowanceDraft['kind']): AllowanceDraft => {
    const [first = window] = windowsOf(next)
    return { ...draft, kind: next, window: windowsOf(next).includes(window) ? window : first }
  }
  return (
    <div className="limits-row">
      <div className="limits-fields">
        <ChoiceField
          label={text('limit.kind')}
          choices={LIMIT_KINDS}
          chosen={kind}
          titleOf={(each) => text(`limit.name_${each}`)}
          onChange={(next) => onChange(withKind(next))}
        />
        <Field
          label={text('limit.amount')}
          problem={problem ? text('limit.amount_invalid') : undefined}
          isRequired
        >
          <TextInput
            block
            inputMode="decimal"
            value={amount}
            onChange={(event) => onChange({ ...draft, amount: event.target.value })}
          />
        </Field>
        <ChoiceField
          label={text('limit.window')}
          choices={windowsOf(kind)}
          chosen={window}
          titleOf={(each) => text(`plans.window_${each}`)}
          onChange={(next) => onChange({ ...draft, window: next })}
        />
        <IconButton
          icon={TrashIcon}
          variant="invisible"
          aria-label={text('plans.remove_allowance')}
          onClick={() => onChange(undefined)}
        />
      </div>
      {!isRunning && window !== 'total' && (
        <ChoiceField
          label={text('plans.starts')}
          choices={WINDOW_STARTS}
          chosen={starts}
          titleOf={(each) => text(`plans.starts_${each}`)}
          onChange={(next) => onChange({ ...draft, starts: next })}
        />
      )}
    </div>
  )
}
