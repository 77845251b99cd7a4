/** Which model answers in the place of another when the plan is used up, a row each. */
import { PlusIcon, TrashIcon } from '@primer/octicons-react'
import { Button, IconButton, TextInput } from '@primer/react'
import { type Cheaper, MOST_CHEAPER } from '../../../../server/domain/plans/terms'
import { useText } from '../../../app/language'
import { Field } from '../../../components/form/Field'
import { NO_CHEAPER } from './plan-form'
import '../../../components/limits/limits.css'

const SIDES = ['from', 'to'] as const

interface CheaperFieldsProps {
  readonly rows: readonly Cheaper[]
  readonly problem: string | undefined
  readonly onChange: (rows: readonly Cheaper[]) => void
}

export function CheaperFields({ rows, problem, onChange }: CheaperFieldsProps) {
  const { text } = useText()
  const change = (at: number, row: Cheaper | undefined) =>
    onChange(rows.flatMap((each, index) => (index === at ? (row ?? []) : each)))
  return (
    <fieldset className="limits">
      <legend>{text('plans.cheaper')}</legend>
      <p className="field-caption">{text('plans.cheaper_hint')}</p>
      {rows.map((row, at) => (
        // Rows have no name of their own: both of theirs are edited.
        <div className="limits-row" key={`row-${String(at)}`}>
          <div className="limits-fields limits-pair">
            {SIDES.map((side) => (
              <Field
                key={side}
                label={text(`plans.cheaper_${side}`)}
                problem={at === 0 || row[side].trim() === '' ? problem : undefined}
                isRequired
              >
                <TextInput
                  block
                  maxLength={100}
                  value={row[side]}
                  onChange={(event) => change(at, { ...row, [side]: event.target.value })}
                />
              </Field>
            ))}
            <IconButton
              icon={TrashIcon}
              variant="invisible"
              aria-label={text('plans.remove_cheaper')}
              onClick={() => change(at, undefined)}
            />
          </div>
        </div>
      ))}
      {rows.length < MOST_CHEAPER && (
        <Button
          leadingVisual={PlusIcon}
          size="small"
          onClick={() => onChange([...rows, NO_CHEAPER])}
        >
          {text('plans.add_cheaper')}
        </Button>
      )}
    </fieldset>
  )
}
