import { XIcon } from '@primer/octicons-react'
import { IconButton } from '@primer/react'
import { useText } from '../../app/language'
import type { Pictures } from './use-pictures'
import './pictures.css'

/** What goes with the next request, small; each can be taken out again. */
export function ChosenPictures({ pictures }: { readonly pictures: Pictures }) {
  const { text } = useText()
  return pictures.images.map((image) => (
    <span key={image} className="chosen-picture">
      <img src={image} alt={text('playground.picture')} />
      <IconButton
        icon={XIcon}
        size="small"
        aria-label={text('playground.picture_out')}
        onClick={() => pictures.remove(image)}
      />
    </span>
  ))
}
