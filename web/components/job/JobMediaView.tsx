import { DownloadIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { useText } from '../../app/language'
import type { JobMedia } from './shown-job'
import './gallery.css'

interface JobMediaViewProps {
  readonly media: JobMedia
  /** Said where a picture is not seen. */
  readonly name: string
}

/** Other addresses could be anything, and a browser blocks plain ones inside a secure page. */
const SHOWN = /^(?:https:\/\/|\/(?!\/))/

export function isShown(url: string): boolean {
  return SHOWN.test(url)
}

/** One result in full: a picture, or a player with its name and a way to keep it. */
export function JobMediaView({ media, name }: JobMediaViewProps) {
  const { text } = useText()
  const [isBroken, setBroken] = useState(false)
  const { kind, url, cover, title } = media
  if (!isShown(url)) return <p className="muted">{text('drawing.not_shown')}</p>
  const label = title || name
  return (
    <figure className="job-media">
      {isBroken && <p className="muted">{text('job.broken')}</p>}
      {!isBroken && kind === 'picture' && (
        <a href={url} target="_blank" rel="noreferrer">
          <img src={url} alt={label} onError={() => setBroken(true)} />
        </a>
      )}
      {!isBroken && kind === 'video' && (
        <video
          src={url}
          controls
          preload="metadata"
          aria-label={label}
          {...(cover !== undefined && isShown(cover) && { poster: cover })}
          onError={() => setBroken(true)}
        />
      )}
      {!isBroken && kind === 'sound' && (
        <div className="job-sound">
          {cover !== undefined && isShown(cover) && <img src={cover} alt="" />}
          {/* biome-ignore lint/a11y/useMediaCaption: songs have their lyrics next to them. */}
          <audio
            src={url}
            controls
            preload="none"
            aria-label={label}
            onError={() => setBroken(true)}
          />
        </div>
      )}
      <figcaption>
        <span>{title}</span>
        <a
          href={url}
          download
          className="text-link"
          aria-label={`${text('job.download')}: ${label}`}
        >
          <DownloadIcon size={14} /> {text('job.download')}
        </a>
      </figcaption>
    </figure>
  )
}
