import { type Language, languages, languageTags } from '@parley/payer-view/messages/languages';
import { linkQuery } from '../view/link-query.ts';

interface LanguageSwitchProps {
  readonly language: Language;
  /** The word "language" in this language. */
  readonly label: string;
  /** The publishable key of the link. */
  readonly pk: string;
}

/** A link per language. It needs no script, and the URL gets nothing but the language. */
export function LanguageSwitch({ language, label, pk }: LanguageSwitchProps) {
  return (
    <details class="language">
      <summary>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="8" cy="8" r="6.5" />
          <path d="M1.5 8h13M8 1.5c-4.5 4-4.5 9 0 13c4.5-4 4.5-9 0-13" />
        </svg>
        <span class="visually-hidden">{label}: </span>
        {languages[language].name}
      </summary>
      <nav aria-label={label}>
        <ul>
          {languageTags.map((tag) => (
            <li>
              <a
                href={linkQuery(pk, tag)}
                lang={tag}
                dir={languages[tag].direction}
                hrefLang={tag}
                aria-current={tag === language ? 'true' : undefined}
              >
                {languages[tag].name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  );
}
