/** Names of models; pressing one copies it. */
import { Button } from '@primer/react'
import { useState } from 'react'
import { useText } from '../../../app/language'
import { useCopy } from '../../../components/text/use-copy'
import './model-chips.css'

const SHOWN_AT_FIRST = 10

export function ModelChips({ models }: { readonly models: readonly string[] }) {
  const { text } = useText()
  const copy = useCopy()
  const [showsAll, showAll] = useState(false)
  const rest = models.length - SHOWN_AT_FIRST
  const shown = showsAll ? models : models.slice(0, SHOWN_AT_FIRST)
  return (
    <>
      <div className="chips">
        {shown.map((name) => (
          <button
            key={name}
            type="button"
            className="chip model-chip"
            aria-label={text('models.copy', { name })}
            onClick={() => void copy(name, text('models.copied', { name }))}
          >
            {name}
          </button>
        ))}
      </div>
      {rest > 0 && (
        <Button
          className="model-chips-more"
          variant="link"
          aria-expanded={showsAll}
          onClick={() => showAll(!showsAll)}
        >
          {showsAll ? text('models.fewer') : text('models.more', { count: rest })}
        </Button>
      )}
    </>
  )
}
