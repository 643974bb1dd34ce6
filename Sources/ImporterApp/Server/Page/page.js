'use strict';

const byID = (id) => document.getElementById(id);
const time = (text) => (text ? new Date(text).toLocaleString() : '');
let cursor = null;
let changes = null;

// Asks the daemon; an error becomes its message.
async function ask(path, options) {
  const response = await fetch(path, options);
  if (response.status === 204) return null;
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error.message);
  return answer;
}

// A row of texts and elements; texts of feeds are never taken for markup.
function row(...cells) {
  const row = document.createElement('tr');
  for (const cell of cells) row.insertCell().append(cell ?? '');
  return row;
}

function link(url, text) {
  if (!/^https?:/i.test(url ?? '')) return text;
  const link = document.createElement('a');
  link.href = url;
  link.rel = 'noreferrer';
  link.textContent = text;
  return link;
}

function button(text, action) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = text;
  button.addEventListener('click', () => trying(action));
  return button;
}

async function trying(action) {
  try {
    byID('message').textContent = '';
    await action();
  } catch (error) {
    byID('message').textContent = error.message;
  }
}

function showEpisodes(title, episodes) {
  byID('episodes-title').textContent = title;
  byID('episodes').replaceChildren(
    ...episodes.map((episode) => row(time(episode.publishedAt), link(episode.link, episode.title || '(no title)'))));
}

function subscriptionRow(subscription) {
  const path = `/v1/subscriptions/${subscription.id}`;
  const actions = document.createElement('span');
  actions.append(
    button('Refresh', () => ask(path + '/refresh', { method: 'POST' })), ' ',
    button('Leave', async () => {
      if (!confirm(`Stop following ${subscription.title ?? subscription.feedURL}? Its episodes stay.`)) return;
      await ask(path, { method: 'DELETE' });
      await showSubscriptions();
    }));
  const trouble = subscription.lastError ? subscription.lastError.message : '';
  return row(subscription.title ?? subscription.feedURL, subscription.state, String(subscription.episodes),
    time(subscription.nextDueAt), trouble, actions);
}

async function showSubscriptions(next = null) {
  const page = await ask('/v1/subscriptions?limit=100' + (next ? `&cursor=${next}` : ''));
  const rows = page.items.map(subscriptionRow);
  if (next) byID('subscriptions').append(...rows);
  else byID('subscriptions').replaceChildren(...rows);
  cursor = page.next;
  byID('more').hidden = cursor === null;
}

async function showEverything() {
  showEpisodes('Newest episodes', (await ask('/v1/episodes?limit=20')).items);
  await showSubscriptions();
}

// Follows the change log; a burst of changes is one look.
async function follow() {
  const { last } = await ask('/v1/changes?limit=1');
  let look = null;
  changes = new EventSource(`/v1/changes?since=${last}`);
  changes.addEventListener('change', () => {
    look ??= setTimeout(() => { look = null; trying(showEverything); }, 1000);
  });
}

// Turns the page on when the store is loaded, and off when the daemon is gone.
async function watch() {
  let isReady = false;
  try {
    const status = await ask('/v1/status');
    isReady = status.phase === 'running' || status.phase === 'reloading';
    byID('state').textContent = isReady ? status.summary : status.phase;
  } catch {
    byID('state').textContent = 'the daemon does not answer';
  }
  const wasReady = !byID('controls').disabled;
  byID('controls').disabled = !isReady;
  if (isReady && !wasReady) await trying(async () => { await showEverything(); await follow(); });
  if (!isReady) changes?.close();
  setTimeout(watch, isReady ? 5000 : 1000);
}

byID('add').addEventListener('submit', (event) => {
  event.preventDefault();
  trying(async () => {
    const feed = byID('feed').value;
    const headers = { 'Content-Type': 'application/json' };
    await ask('/v1/subscriptions', { method: 'POST', headers, body: JSON.stringify({ feed }) });
    byID('feed').value = '';
    await showSubscriptions();
  });
});
byID('search').addEventListener('submit', (event) => {
  event.preventDefault();
  trying(async () => {
    const words = byID('words').value;
    showEpisodes(`Found for “${words}”`, (await ask('/v1/search?limit=50&q=' + encodeURIComponent(words))).items);
  });
});
byID('more').addEventListener('click', () => trying(() => showSubscriptions(cursor)));
watch();
