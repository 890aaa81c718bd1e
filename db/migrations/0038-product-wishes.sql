-- Whoever wishes for a product is told of each return to stock, also those who were told of one before.
DROP INDEX product_wish_waiting;
CREATE INDEX product_wish_product ON product_wish (product_id);
