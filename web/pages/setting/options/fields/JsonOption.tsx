/** A JSON setting: rows where they can show it, and the text itself for those who paste. */
import { Button, SegmentedControl, SkeletonBox } from '@primer/react'
import { Suspense, useId, useState } from 'react'
import { useText } from '../../../../app/language'
import { useToast } from '../../../../app/Toasts'
import { lazyPart } from '../../../../components/late/lazy-part'
import { factsOf, TEMPLATES } from '../option-facts'
import { RowEditor } from '../rows/RowEditor'
import { ROW_TABLES } from '../rows/row-tables'
import { useRows } from '../rows/use-rows'
import type { OptionFieldProps } from './option-field-props'
import { useCaption } from './use-caption'

const JsonEditor = lazyPart(async () => {
  const { JsonEditor: editor } = await import('../../../../components/form/JsonEditor')
  return { default: editor }
})

/** A setting without a table has one that nothing can be read into. */
const NO_TABLE = { shape: 'map', columns: [] } as const

export function JsonOption({ optionKey, form }: OptionFieldProps) {
  const { text } = useText()
  const id = useId()
  const caption = useCaption(optionKey)
  const [isJson, showJson] = useState(false)
  const table = ROW_TABLES[optionKey] ?? NO_TABLE
  const value = form.valueOf(optionKey)
  const problem = form.problemOf(optionKey)
  const onChange = (typed: string): void => form.edit(optionKey, typed)
  const rows = useRows({ optionKey, table, value, onChange, checks: form.checks })
  const name = text(`setting.${optionKey}`)
  const shownRows = isJson ? undefined : rows
  return (
    <fieldset className="options-json" aria-labelledby={id}>
      <header>
        <div>
          <h3 id={id}>{name}</h3>
          {caption !== undefined && <p className="field-caption">{caption}</p>}
        </div>
        <SegmentedControl
          size="small"
          aria-label={text('rows.how', { name })}
          onChange={(index) => showJson(index === 1)}
        >
          <SegmentedControl.Button selected={shownRows !== undefined} disabled={rows === undefined}>
            {text('rows.as_table')}
          </SegmentedControl.Button>
          <SegmentedControl.Button selected={shownRows === undefined}>
            {text('rows.as_json')}
          </SegmentedControl.Button>
        </SegmentedControl>
      </header>
      {shownRows !== undefined ? (
        <>
          <RowEditor name={name} table={table} form={shownRows} isAsked={problem !== undefined}>
            <Beginnings optionKey={optionKey} form={form} />
          </RowEditor>
          {problem !== undefined && shownRows.problems.size === 0 && (
            <p className="rows-problem" role="alert">
              {problem}
            </p>
          )}
        </>
      ) : (
        <>
          <Suspense fallback={<SkeletonBox height="140px" width="100%" />}>
            <JsonEditor
              label={name}
              isLabelHidden
              caption={rows === undefined ? text('rows.json_only') : undefined}
              problem={problem}
              value={value}
              onChange={onChange}
            />
          </Suspense>
          <div className="form-inline">
            <Beginnings optionKey={optionKey} form={form} />
          </div>
        </>
      )}
    </fieldset>
  )
}

/** What a setting can be begun with: a template, or what it is at first. */
function Beginnings({ optionKey, form }: OptionFieldProps) {
  const { text } = useText()
  const toast = useToast()
  const name = text(`setting.${optionKey}`)
  const { initial } = factsOf(optionKey)
  const template = TEMPLATES[optionKey]
  const fill = (value: string): void => form.edit(optionKey, value)
  const fillInitial = async (): Promise<void> => {
    const found = initial ?? (await form.loadChecks())?.initialText(optionKey)
    if (found === undefined) toast.warn(text('failure.unreachable'))
    else fill(found)
  }
  const begun = template === undefined ? undefined : JSON.stringify(template, undefined, 2)
  const now = form.valueOf(optionKey)
  return (
    <>
      {begun !== undefined && begun !== now && (
        <Beginning name={name} label={text('options.fill_template')} onClick={() => fill(begun)} />
      )}
      {initial !== now && (
        <Beginning
          name={name}
          label={text('options.fill_default')}
          onClick={() => void fillInitial()}
        />
      )}
    </>
  )
}

interface BeginningProps {
  readonly name: string
  readonly label: string
  readonly onClick: () => void
}

function Beginning({ name, label, onClick }: BeginningProps) {
  return (
    <Button size="small" variant="invisible" aria-label={`${label}: ${name}`} onClick={onClick}>
      {label}
    </Button>
  )
}
