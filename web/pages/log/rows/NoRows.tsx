import { InboxIcon } from '@primer/octicons-react'
import { useText } from '../../../app/language'
import { Blank } from '../../../components/page/Blank'

/** Nothing in this time, or nothing that passes the line. */
export function NoRows({ isFiltered }: { readonly isFiltered: boolean }) {
  const { text } = useText()
  return (
    <div className="table-frame">
      {isFiltered ? (
        <Blank icon={InboxIcon} title={text('ui.empty')} message={text('log.empty_hint')} />
      ) : (
        <Blank icon={InboxIcon} title={text('log.none')} message={text('log.none_text')} />
      )}
    </div>
  )
}
