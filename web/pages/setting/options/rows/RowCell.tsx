/** One cell of a row, in the way of its column. */
import { Select, TextInput } from '@primer/react'
import { useText } from '../../../../app/language'
import { NameList } from './NameList'
import { type Column, cellOf, type Row } from './row-table'

interface RowCellProps {
  readonly column: Column
  readonly row: Row
  readonly label: string
  /** Of the datalist with known values. */
  readonly listId: string | undefined
  readonly isFixed: boolean
  readonly isInvalid: boolean
  readonly describedBy: string | undefined
  readonly onChange: (cell: string) => void
}

export function RowCell(props: RowCellProps) {
  const { column, row, label, listId, isFixed, isInvalid, describedBy, onChange } = props
  const { text } = useText()
  const { kind, choices, isDollars = false, isOrdered, placeholder } = column
  const value = cellOf(row, column)
  const status = isInvalid ? { validationStatus: 'error' as const } : {}
  if (choices !== undefined) {
    const isKnown = value === '' || choices.some((choice) => choice.value === value)
    return (
      <Select
        block
        aria-label={label}
        aria-describedby={describedBy}
        {...status}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {value === '' && <Select.Option value="">{text('rows.choose')}</Select.Option>}
        {!isKnown && <Select.Option value={value}>{value}</Select.Option>}
        {choices.map((choice) => (
          <Select.Option key={choice.value} value={choice.value}>
            {text(choice.title)}
          </Select.Option>
        ))}
      </Select>
    )
  }
  if (kind === 'names' || kind === 'amounts') {
    return (
      <NameList
        label={label}
        list={listId}
        value={value}
        onChange={onChange}
        isOrdered={isOrdered}
        aria-describedby={describedBy}
        {...status}
        {...(kind === 'amounts' && { placeholder: text('rows.amounts_form') })}
      />
    )
  }
  const isNumber = kind === 'number' || kind === 'integer'
  return (
    <TextInput
      block
      autoComplete="off"
      spellCheck={false}
      list={listId}
      readOnly={isFixed}
      aria-label={label}
      aria-describedby={describedBy}
      {...status}
      {...(placeholder !== undefined && { placeholder })}
      {...(isDollars && { leadingVisual: '$' })}
      {...(isNumber && {
        className: 'number',
        inputMode: kind === 'integer' ? ('numeric' as const) : ('decimal' as const),
      })}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
