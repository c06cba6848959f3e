import { PEOPLE } from './people.ts';
import type { ProviderName, ProviderShape } from './provider-shape.ts';

const COLORS: Record<ProviderName, [background: string, text: string]> = {
  kakao: ['#fee500', '#191600'],
  google: ['#ffffff', '#1f1f1f'],
};

/** The page on which a person and the outcome are chosen. Plain HTML without script, in both languages. */
export function personPage(name: ProviderName, { title }: ProviderShape, uid: string): string {
  const [background, color] = COLORS[name];
  const button = (field: string, value: string, label: string, note = '') =>
    `<button name="${field}" value="${value}"><b>${escapeHtml(label)}</b>${note === '' ? '' : ` <span>${escapeHtml(note)}</span>`}</button>`;
  const people = PEOPLE.map(({ key, name: label, note, email }) =>
    button('person', key, label, `${email ?? '–'} · ${note}`),
  );
  const ways = [
    button('end', 'access_denied', 'Cancel', '취소'),
    button('end', 'consent_required', 'Refuse', '동의하지 않음'),
    button('end', 'temporarily_unavailable', 'Break', '장애'),
  ];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} (stand-in)</title><style>
body{font:16px/1.5 system-ui,sans-serif;background:#f4f4f2;margin:0;color:#222}
main{max-width:28rem;margin:6vh auto;padding:1.5rem;background:#fff;border-radius:12px;box-shadow:0 1px 6px #0002}
h1{font-size:1.15rem;margin:0 0 1rem;padding:.6rem 1rem;border-radius:8px;background:${background};color:${color};border:1px solid #0001}
button{display:block;width:100%;text-align:left;font:inherit;padding:.7rem 1rem;margin:.4rem 0;border:1px solid #ccc;border-radius:8px;background:#fff;cursor:pointer}
button:hover,button:focus-visible{background:#f0f6f2}span,small{color:#666;font-size:.85rem}label{display:block;margin:1rem 0 .4rem;font-size:.9rem}
</style></head><body><main><h1>${title} · stand-in</h1>
<p>Not ${title}: the trial's own sign-in. Choose who you are. · 체험용 로그인입니다. 누구로 로그인할지 선택하세요.</p>
<form method="post" action="/interaction/${escapeHtml(uid)}">${people.join('')}
<label><input type="checkbox" name="clock" value="off"> with a clock two hours off · 시계가 두 시간 틀린 채로</label>
<small>Or how it may go wrong · 또는 실패해 보기</small>${ways.join('')}</form></main></body></html>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
